"""The commands of `marcoria`, one a file: what it is asked on the command line, and what it does.

A command's `add` makes it known to typer. What it needs is imported when it runs, so that `--help`
and what needs little come at once.
"""

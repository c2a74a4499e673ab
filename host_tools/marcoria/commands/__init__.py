"""The commands of `marcoria`: what each is asked on the command line, and what it does.

A command's `add` declares it. A module is imported when its command is typed, and what the command
needs when it runs, so that `--help` and what needs little come at once.
"""

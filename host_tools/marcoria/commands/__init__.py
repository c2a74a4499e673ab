"""Commands of `marcoria`: their options, and how they print their answers.

A module with commands has a function `add` that declares them. The module is imported when one of
its commands is typed, and the dependencies of a command when it runs. So `--help` and cheap
commands start fast.
"""

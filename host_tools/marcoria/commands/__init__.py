"""Commands of `marcoria`: their options, and how they print their answers.

The function `add` of each module declares its command. A module is imported when its command is
typed, and the command's dependencies when it runs, so that `--help` and cheap commands start fast.
"""

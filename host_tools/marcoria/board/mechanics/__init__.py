"""The table's body: one layout of [mechanics] in hardware/board.toml, and all drawings of it.

board = profile.load()
for sentence in checks.check(board): ...
layout = layout.of(board)
"""

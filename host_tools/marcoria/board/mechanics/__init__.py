"""The table's body: the layout from [mechanics] in hardware/board.toml, and its drawings.

board = profile.load()
for sentence in checks.check(board): ...
positions = layout.of(board)
"""

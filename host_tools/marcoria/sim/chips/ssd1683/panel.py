"""The panel GDEY042T81: its pixels, its ink, and the kinds of strokes that move it.

A stroke is one run of a waveform over the whole panel: its kind, the two images as the controller
used them (old and new, 1 = white, in rows from the top), and how far it came, in 256ths.
"""

WIDTH = 400
HEIGHT = 300
ROW = WIDTH // 8  # bytes
SIZE = ROW * HEIGHT

BLACK = 20  # the darkest and the lightest grey the ink reaches
WHITE = 235

ABSOLUTE = 0  # display mode 1 with the slow waveform: flashes four times, ends exact
QUICK = 1  # display mode 1 with a fast waveform: flashes once, ends exact
DIFFERENCE = 2  # display mode 2: moves what differs, does not flash, leaves ghosts
DONE = 256

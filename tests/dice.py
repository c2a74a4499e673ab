"""Random generator that gives the same numbers on CPython and MicroPython.

Even for a higher limit, `below` returns no number above 60,574; `word` has a wider range. All
intermediate results are below 2^30, so that they are small integers on the board.
"""


class Dice:
    def __init__(self, seed):
        self.state = seed % 30269 + 1
        self.other = seed // 30269 % 30307 + 1

    def below(self, limit):
        self.state = self.state * 171 % 30269
        self.other = self.other * 172 % 30307
        return (self.state + self.other) % limit

    def word(self):
        """Return a number of 16 bits."""
        return self.below(256) << 8 | self.below(256)

    def pick(self, choices):
        return choices[self.below(len(choices))]

    def shuffle(self, items):
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]

"""How long people take, in virtual ms."""

from collections import OrderedDict
from random import Random

from marcoria.value import Value


class Pace(Value):
    """How fast a company plays. Each time varies by up to `spread` hundredths of itself."""

    def __init__(
        self,
        think: int,
        lay: int,
        clear: int,
        press: int,
        glance: int,
        spread: int = 30,
    ) -> None:
        self.think = think  # before a call, a card, an answer
        self.lay = lay  # from one card on the pad to the next, when several follow
        self.clear = clear  # before the cards of a trick are taken away
        self.press = press  # a key is down
        self.glance = glance  # between two looks at the lights
        self.spread = spread

    def of(self, ms: int, rng: Random) -> int:
        """A time of about `ms`."""
        return ms + ms * rng.randint(-self.spread, self.spread) // 100


FAST = Pace(think=60, lay=60, clear=60, press=110, glance=20)
LIVELY = Pace(think=500, lay=250, clear=400, press=120, glance=40)
CALM = Pace(think=2500, lay=600, clear=1200, press=150, glance=40)
PACES = OrderedDict([("fast", FAST), ("lively", LIVELY), ("calm", CALM)])

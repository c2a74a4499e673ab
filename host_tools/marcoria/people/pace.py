"""How long people take, in virtual ms."""

from dataclasses import dataclass
from random import Random


@dataclass(frozen=True)
class Pace:
    """How fast a company plays. Each time varies by up to `spread` hundredths of itself."""

    think: int  # before a call, a card, an answer
    lay: int  # from one card on the pad to the next, when several follow
    clear: int  # before the cards of a trick are taken away
    press: int  # a key is down
    glance: int  # between two looks at the lights
    spread: int = 30

    def of(self, ms: int, rng: Random) -> int:
        """A time of about `ms`."""
        return ms + ms * rng.randint(-self.spread, self.spread) // 100


FAST = Pace(think=60, lay=60, clear=60, press=110, glance=20)
LIVELY = Pace(think=500, lay=250, clear=400, press=120, glance=40)
CALM = Pace(think=2500, lay=600, clear=1200, press=150, glance=40)
PACES = {"fast": FAST, "lively": LIVELY, "calm": CALM}

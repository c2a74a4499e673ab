"""The composition, second part: what is seen, in words that people have chosen."""

from micropython import const

import slot
from ui.face import Face
from ui.question import PlainQuestion
from ui.type import Type

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from app import Sitting

_BRIGHTNESS = (24, 64, 128, 255)


class Showing:
    """The face of the table, and the question there for a host; `adjust` makes all of it as the
    settings say."""

    def __init__(self, sitting: "Sitting") -> None:
        self._parts = parts = sitting.parts
        self._table = sitting.table
        self._type = Type(parts.image, slot.FOLDER + "/ui")
        self.face = Face(sitting.table, parts.display, self._type)
        self.question = PlainQuestion(sitting.table, self._type.speech)
        self.adjust()

    def adjust(self) -> None:
        """What the settings say is so from now on."""
        settings = self._table.settings
        self._parts.buzzer.volume = settings.volume
        self._parts.lights.brightness = _BRIGHTNESS[settings.brightness]
        self._type.speech.speak(settings.language, settings.names)
        self._type.speech.play(self._table.match.house)

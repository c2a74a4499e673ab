"""A message for a table's display."""

from unicodedata import normalize

from marcoria.device.wire import Client
from marcoria.errors import TableError
from marcoria.firmware.codes.link import LinkTerms


def show(client: Client, text: str, seconds: int, pin: str) -> None:
    """Show a message on a table's display; raise TableError if it cannot be shown."""
    client.direct("say", pin, text=_checked(text), ms=_in_ms(seconds))


def _checked(text: str) -> str:
    """Return the message in Unicode's form NFC; raise TableError if it is empty or too long.

    This form joins each accent with its letter. The display cannot draw separate accents.
    """
    message = normalize("NFC", text)
    size = len(message.encode("utf-8", "surrogatepass"))
    if not 0 < size <= LinkTerms.MESSAGE_BYTES:
        most = f"write 1 to {LinkTerms.MESSAGE_BYTES}; a letter with an accent takes 2"
        raise TableError("bad-field", f"the message has {size} bytes: {most}")
    return message


def _in_ms(seconds: int) -> int:
    least, most = LinkTerms.LEAST_MS // 1000, LinkTerms.MOST_MS // 1000
    if not least <= seconds <= most:
        raise TableError("bad-field", f"--seconds {seconds}: choose {least} to {most}")
    return seconds * 1000

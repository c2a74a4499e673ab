"""The page's end of a cable to a real table: JavaScript brings what comes, and takes what goes."""

from marcoria.web.world.scheduler import Pause


class Wire:
    """As a host's client has it. `now` are the ms of JavaScript's clock. Whoever writes or reads
    while there is no port hears why."""

    _LOOK_MS = 10

    def __init__(self) -> None:
        self.now = 0.0
        self.lost = "gone"
        self.changes = 0
        self._came = b""
        self._goes = b""

    def plug(self) -> None:
        """The port is open."""
        self._change("")

    def unplug(self, why: str) -> None:
        """It is not there any more, or others have it."""
        self._change(why)

    def _change(self, lost: str) -> None:
        if lost != self.lost:
            self.changes += 1
            self.lost = lost
            self._came = self._goes = b""

    def bring(self, data: bytes) -> None:
        """The table has sent that."""
        self._came += data

    def take(self) -> bytes:
        """What is to be sent to it."""
        goes, self._goes = self._goes, b""
        return goes

    def write(self, data: bytes) -> None:
        """Sends."""
        self._check()
        self._goes += data

    async def sleep(self, ms: float) -> None:
        """Wait so long."""
        await Pause(ms)

    async def read(self, seconds: float) -> bytes:
        """What has come, or b"" if nothing has after a short while: meanwhile another one may
        have read the answer that is waited for."""
        self._check()
        if not self._came and seconds > 0:
            await Pause(self._LOOK_MS)
            self._check()
        came, self._came = self._came, b""
        return came

    def clock(self) -> float:
        """Seconds."""
        return self.now / 1000

    def _check(self) -> None:
        if self.lost:
            raise OSError(self.lost)

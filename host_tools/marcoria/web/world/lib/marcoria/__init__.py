"""Import hook that lets code of the host tools import the firmware's modules in a VM.

On the board the firmware's modules have no prefix, so `marcoria.firmware.belote` becomes `belote`.
"""

import builtins

_PACKAGE = "marcoria.firmware"
_import = builtins.__import__


class _Firmware:
    """Namespace for `from marcoria.firmware import texts`."""


def _by_board_name(
    name: str,
    globals: dict[str, object] | None = None,
    locals: dict[str, object] | None = None,
    fromlist: tuple[str, ...] = (),
    level: int = 0,
) -> object:
    if name == _PACKAGE:
        for wanted in fromlist:
            setattr(_Firmware, wanted, _import(wanted))
        return _Firmware
    if name.startswith(_PACKAGE):
        name = name[len(_PACKAGE) + 1 :]
    return _import(name, globals, locals, fromlist, level)


builtins.__import__ = _by_board_name  # type: ignore[assignment]  # MicroPython passes 5 arguments

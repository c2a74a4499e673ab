"""What a package has besides its modules: the firmware and the board, as they lie in the clone,
and the page that `make web` has made of them.

All else is in pyproject.toml.
"""

import shutil
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

_DATA = {"firmware": "firmware", "hardware": "hardware", "web": "build/web"}


def _left_out(folder: str, names: list[str]) -> set[str]:
    """What was made in passing; and of the building files what is drawn for people."""
    drawn = Path(folder).name == "hardware"
    return {name for name in names if name == "__pycache__" or (drawn and ".toml" not in name)}


class BuildWithData(build_py):
    """Copies them into the package; who works in a clone uses them where they are."""

    def run(self) -> None:
        """As ever, and then that."""
        super().run()
        if not self.editable_mode:
            for name, source in _DATA.items():
                if not Path(source).is_dir():
                    raise SystemExit(f"{source} is missing: run `make web` first")
                target = Path(self.build_lib) / "marcoria" / "data" / name
                shutil.rmtree(target, ignore_errors=True)
                shutil.copytree(source, target, ignore=_left_out)


setup(cmdclass={"build_py": BuildWithData})

"""Build step that copies the data files of the package: firmware, boards and the built page.

All other settings are in pyproject.toml.
"""

import shutil
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

_DATA = {"firmware": "firmware", "hardware": "hardware", "web": "build/web"}


def _left_out(folder: str, names: list[str]) -> set[str]:
    """Return the names to leave out: caches, and in hardware/ everything except TOML files."""
    drawn = Path(folder).name == "hardware"
    return {name for name in names if name == "__pycache__" or (drawn and ".toml" not in name)}


class BuildWithData(build_py):
    """Build step that copies the data files into the package, except for an editable install."""

    def run(self) -> None:
        """Build the package, then copy the data files."""
        super().run()
        if not self.editable_mode:
            for name, source in _DATA.items():
                if not Path(source).is_dir():
                    raise SystemExit(f"{source} is missing: run `make web` first")
                target = Path(self.build_lib) / "marcoria" / "data" / name
                shutil.rmtree(target, ignore_errors=True)
                shutil.copytree(source, target, ignore=_left_out)


setup(cmdclass={"build_py": BuildWithData})

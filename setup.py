"""What a package has besides its modules: the firmware and the board, as they lie in the clone,
and the page that `make web` has made of them.

All else is in pyproject.toml.
"""

import shutil
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

_DATA = {"firmware": "firmware", "hardware": "hardware", "web": "build/web"}


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
                shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))


setup(cmdclass={"build_py": BuildWithData})

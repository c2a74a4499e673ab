"""Generator of a lock file for pip: python -m marcoria.build.package_lock FOLDER_OF_PACKAGES."""

import hashlib
import re
import sys
from pathlib import Path

_NAME = re.compile(r"(.+?)-(\d[\w.]*?)(?:-py\d.*\.whl|\.tar\.gz)")


def locked(folder: Path) -> str:
    """Return the text of the lock file: the name, version and hash of each package."""
    lines = []
    for path in sorted(folder.iterdir()):
        found = _NAME.fullmatch(path.name)
        assert found, f"{path.name} is not a package"
        name, version = found[1].replace("_", "-").lower(), found[2]
        sha = hashlib.sha256(path.read_bytes()).hexdigest()
        lines.append(f"{name}=={version} \\\n    --hash=sha256:{sha}\n")
    return "".join(lines)


if __name__ == "__main__":
    sys.stdout.write(locked(Path(sys.argv[1])))

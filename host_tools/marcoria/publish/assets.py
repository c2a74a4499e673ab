"""Build the files that a release offers for download: python -m marcoria.publish.assets.

These are the wheel, the web page, the program for each board, an image for each board whose stock
MicroPython has a known hash, and the checksums of all these files.
"""

import hashlib
import shutil
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Mapping
from pathlib import Path

from marcoria import __version__
from marcoria.board.generate import made_for
from marcoria.board.profile import load, profiles
from marcoria.build.deploy import deployed
from marcoria.errors import TableError
from marcoria.flash import whole
from marcoria.flash.download import IMAGES, open_pinned
from marcoria.guard import guarded
from marcoria.paths import BUILD, INSTALLED, ROOT
from marcoria.web import site

FOLDER = BUILD / "release"
SUMS = "SHA256SUMS"


def build(folder: Path) -> None:
    """Build all files of a release into a folder, which is emptied first."""
    if INSTALLED:
        raise TableError("no-clone", "A release is built in a clone of the repository.")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    _build_wheel(folder)
    _write_zip(folder / f"marcoria-page-{__version__}.zip", site.site())
    for profile in profiles():
        files = {path.lstrip("/"): data for path, data in deployed(made_for(profile)).items()}
        _write_zip(folder / f"marcoria-program-{profile}-{__version__}.zip", files)
        _build_image(folder, profile)
    write_sums(folder)


def write_sums(folder: Path) -> None:
    """Write SHA256SUMS with the hash of each other file in a folder, for `sha256sum --check`."""
    paths = sorted(path for path in folder.iterdir() if path.name != SUMS)
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in paths]
    (folder / SUMS).write_text("".join(lines), encoding="utf-8", newline="\n")


def _build_wheel(folder: Path) -> None:
    site.make(BUILD / "web")
    # Otherwise setuptools would put files of an older build into the wheel.
    shutil.rmtree(BUILD / "lib", ignore_errors=True)
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", "wheel"]
    flags = ["--no-deps", "--no-build-isolation", "--no-index", "--wheel-dir", str(folder)]
    subprocess.run([*pip, *flags, str(ROOT)], check=True)


def _build_image(folder: Path, profile: str) -> None:
    """Build the image for a board, or print why there is none."""
    pinned = tomllib.loads(IMAGES.read_text(encoding="utf-8"))
    if not pinned.get(profile, {}).get("sha256"):
        print(f"No image for {profile}: {IMAGES.name} has no hash of its stock MicroPython.")
        return
    board = load(profile=profile)
    stock = open_pinned(board, sha256="", first_use=False, told=lambda _: None)
    image = folder / f"marcoria-{profile}-{__version__}.bin"
    image.write_bytes(whole.build(stock, board).data)


def _write_zip(path: Path, files: Mapping[str, bytes]) -> None:
    """Write files into a zip archive; equal files give an archive with equal bytes."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in sorted(files.items()):
            # An entry made from a name alone has a fixed date.
            entry = zipfile.ZipInfo(name)
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, data, zipfile.ZIP_DEFLATED)


if __name__ == "__main__":
    sys.exit(guarded(lambda: build(FOLDER)))

"""The installed package works without a clone of the repository."""

import hashlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from marcoria.game.houses import names
from marcoria.paths import ROOT
from marcoria.web.site import make

pytestmark = pytest.mark.soak

_CODE = "import sys; from marcoria.cli import main; sys.exit(main(sys.argv[1:]))"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the package, install it without its dependencies, and return the folder.

    The dependencies are in the environment of the tests.
    """
    folder = tmp_path_factory.mktemp("package")
    clone, site = folder / "clone", folder / "site"
    clone.mkdir()
    for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, clone)
    for name in ("host_tools", "firmware", "hardware"):
        ignored = shutil.ignore_patterns("__pycache__", "*.egg-info")
        shutil.copytree(ROOT / name, clone / name, ignore=ignored)
    make(clone / "build" / "web")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]
    typed = ["--no-deps", "--no-build-isolation", "--no-index"]
    subprocess.run([*pip, "wheel", *typed, "-w", folder, clone], check=True)
    [wheel] = folder.glob("marcoria-*-py3-none-any.whl")
    subprocess.run([*pip, "install", "--no-deps", "--no-index", "-t", site, wheel], check=True)
    shutil.rmtree(clone)
    return site


def _run(site: Path, *typed: str, given: str = "") -> subprocess.CompletedProcess[str]:
    """Run a command of `marcoria` from the installed package, away from the clone."""
    home = site.parent / "home"
    home.mkdir(exist_ok=True)
    return subprocess.run(
        [sys.executable, "-c", _CODE, *typed],
        cwd=home,
        input=given,
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(site), "HOME": str(home)},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def test_the_package_uses_its_own_data(site: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", "import marcoria.paths as p; print(p.FIRMWARE, p.BUILD)"],
        env={"PYTHONPATH": str(site), "HOME": "/home/piero"},
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    firmware, build = done.stdout.split()
    assert firmware == f"{site}/marcoria/data/firmware"
    assert build == "/home/piero/.cache/marcoria"


def test_the_package_plays_exports_and_replays(site: Path) -> None:
    typed = "sim --demo --deals 1 --seed 7 --house french --journal journal.img"
    done = _run(site, *typed.split())
    assert done.returncode == 0, done.stderr
    done = _run(site, "export", "journal.img", "-o", "deal.bdn")
    assert done.returncode == 0, done.stderr
    done = _run(site, "replay", "deal.bdn", "--json")
    assert done.returncode == 0 and json.loads(done.stdout)["deals"], done.stderr
    done = _run(site, "export", "journal.img", "--deal", "1", "-o", "deal.pdf")
    assert done.returncode == 0, done.stderr


def test_the_package_knows_the_rules(site: Path) -> None:
    asks = '{"op":"legal","house":"piedicavallo","contract":"H","leader":"S",'
    asks += '"trick":["7S","AS"],"hand":["KH","9D"]}\n'
    done = _run(site, "rules", given=asks)
    assert json.loads(done.stdout)["legal"] == ["KH"], done.stderr
    assert _run(site, "houses").stdout.count("\n") == len(names())
    assert _run(site, "board", "check").returncode == 0


def test_the_package_makes_the_same_image_as_a_clone(site: Path) -> None:
    sys.path.insert(0, str(ROOT / "tests" / "flash"))
    import stock_images

    stock = site.parent / "stock.bin"
    stock.write_bytes(stock_images.stock())
    done = _run(site, "image", "--micropython", str(stock), "-o", "installed.bin")
    assert done.returncode == 0, done.stderr
    mine = [sys.executable, "-c", _CODE, "image", "--micropython", stock, "-o", site / "mine.bin"]
    subprocess.run(mine, check=True, capture_output=True)
    made = [site.parent / "home" / "installed.bin", site / "mine.bin"]
    assert len({hashlib.sha256(one.read_bytes()).digest() for one in made}) == 1
    assert (site / "marcoria" / "flash" / "micropython.toml").is_file()
    done = _run(site, "flash", "--micropython", str(stock), "--table", "/dev/ttyNOPE")
    assert done.returncode == 3 and "there is no /dev/ttyNOPE" in done.stderr


def test_the_package_says_that_the_vm_needs_a_clone(site: Path) -> None:
    done = _run(site, "sim", "--demo", "--deals", "1", "--backend", "vm")
    assert done.returncode == 1
    assert "work in a clone, or use --backend cpython" in done.stderr, done.stderr
    assert done.stderr.count("\n") == 1

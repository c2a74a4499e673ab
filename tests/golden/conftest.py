"""The fixtures of the page's tests, for those about what older pages have left."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType


def _load() -> ModuleType:
    """Return the module with the fixtures of tests/web, whose name is that of this one."""
    folder = Path(__file__).parents[1] / "web"
    sys.path.insert(0, str(folder))  # as pytest does for the tests there
    spec = importlib.util.spec_from_file_location("fixtures_of_the_page", folder / "conftest.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


_web = _load()
site, server, chromium = _web.site, _web.server, _web.chromium
window, scheme, language, motion = _web.window, _web.scheme, _web.language, _web.motion
context, watches, tab, page = _web.context, _web.watches, _web.tab, _web.page

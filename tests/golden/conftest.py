"""The fixtures of the page's tests, for those about what older pages have left."""

import importlib.util
from pathlib import Path
from types import ModuleType


def _load() -> ModuleType:
    """Return the module with the fixtures of tests/web, whose name is that of this one."""
    path = Path(__file__).parents[1] / "web" / "conftest.py"
    spec = importlib.util.spec_from_file_location("fixtures_of_the_page", path)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


_web = _load()
site, server, chromium = _web.site, _web.server, _web.chromium
window, scheme, language, motion = _web.window, _web.scheme, _web.language, _web.motion
context, watches, tab, page = _web.context, _web.watches, _web.tab, _web.page

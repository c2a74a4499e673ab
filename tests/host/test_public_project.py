"""Files of a public project: its address is in one file, actions are pinned, commands exist."""

import json
import re
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from marcoria.paths import ROOT

_GITHUB = ROOT / ".github"
_WORKFLOWS = sorted((_GITHUB / "workflows").glob("*.yml"))
_FORMS = sorted((_GITHUB / "ISSUE_TEMPLATE").glob("[0-9]*.yml"))
_PINNED = re.compile(r"[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+")
# Web addresses that contain the project's name, and e-mail addresses.
_ADDRESS = re.compile(r"\bhttps?://[^\s)>\"'`]*marcoria[^\s)>\"'`]*", re.IGNORECASE)
_MAILBOX = re.compile(r"\b[\w.+-]+@[\w-]+(\.[\w-]+)*\.[a-z]{2,}\b")


def _addresses(text: str) -> set[str]:
    """Return from a text all addresses that could belong to the project."""
    text = re.sub(r"(uses: |\"actions/)\S+@\S+", "", text)
    found = {match[0] for pattern in (_ADDRESS, _MAILBOX) for match in pattern.finditer(text)}
    return {one for one in found if "//127.0.0.1" not in one and "//localhost" not in one}


def _sources() -> Iterator[tuple[str, str]]:
    """Yield the name and the content of each text file in git, except package-lock.json."""
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, encoding="utf-8", check=True
    )
    for name in listed.stdout.split("\0"):
        path = ROOT / name
        if name and path.is_file() and name != "package-lock.json":
            data = path.read_bytes()
            if b"\0" not in data:
                yield name, data.decode("utf-8", "replace")


def test_the_address_of_the_project_stands_in_one_file() -> None:
    urls = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["urls"]
    allowed = {urls["Repository"], urls["Contact"]}
    found = {name: _addresses(text) for name, text in _sources()}
    assert found.pop("pyproject.toml") == allowed
    del found["tests/host/test_public_project.py"]
    assert {name: seen for name, seen in found.items() if seen} == {}


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("see https://github.com/someone/marcoria/issues.", 1),
        ("https://Marcoria.readthedocs.io/", 1),
        ("write to hello@marcoria.example, or ada.b@mail.example.org", 2),
        ("uses: actions/checkout@de0fac2e4500dabe0009e67214ff5f5447ce83dd", 0),
        ("http://127.0.0.1:16232/marcoria and npm:@types/node@20.1", 0),
    ],
)
def test_addresses_in_other_files_are_found(text: str, count: int) -> None:
    assert len(_addresses(text)) == count


def _read(path: Path) -> Any:
    # YAML 1.1 would read the key `on` as true, so write it in quotes first.
    return yaml.safe_load(re.sub(r"(?m)^on:", '"on":', path.read_text("utf-8")))


def _steps(workflow: Any) -> list[Any]:
    return [step for job in workflow["jobs"].values() for step in job["steps"]]


def test_each_action_is_pinned_by_its_hash() -> None:
    wrong = []
    for path in _WORKFLOWS:
        used = re.findall(r"\buses: (.*)", path.read_text("utf-8"))
        assert len(used) == sum("uses" in step for step in _steps(_read(path)))
        wrong += [f"{path.name}: {one}" for one in used if not _PINNED.fullmatch(one)]
    assert len(_WORKFLOWS) == 4 and wrong == []


def test_each_action_has_the_same_hash_in_all_workflows() -> None:
    text = "\n".join(path.read_text("utf-8") for path in _WORKFLOWS)
    used = set(re.findall(r"\buses: (.*)", text))
    assert len(used) == len({one.split("@")[0] for one in used}) > 3


def test_workflows_have_only_needed_permissions() -> None:
    more = []
    for path in _WORKFLOWS:
        workflow = _read(path)
        assert workflow["permissions"] == {"contents": "read"}, path.name
        for name, job in workflow["jobs"].items():
            assert job["timeout-minutes"] < 360, (path.name, name)
            wanted = job.get("permissions", {})
            more += [(path.name, name, *pair) for pair in sorted(wanted.items())]
            # A job with more permissions must not check out the repository and run its programs.
            uses = [step.get("uses", "") for step in job["steps"]]
            assert not wanted or not any("checkout" in one for one in uses)
        for step in _steps(workflow):
            if "checkout" in step.get("uses", ""):
                assert step["with"]["persist-credentials"] is False
            # Text typed by strangers, such as a branch's name, must not become part of a script.
            assert "${{" not in step.get("run", ""), step
        assert "pull_request_target" not in workflow["on"]
    assert more == [
        ("pages.yml", "deploy", "id-token", "write"),
        ("pages.yml", "deploy", "pages", "write"),
        ("release.yml", "publish", "contents", "write"),
    ]


def test_each_python_and_system_is_checked() -> None:
    jobs = _read(_GITHUB / "workflows" / "check.yml")["jobs"]
    matrix = jobs["quick"]["strategy"]["matrix"]
    assert matrix["python"] == ["3.11", "3.12", "3.13", "3.14"]
    assert {system.split("-")[0] for system in matrix["system"]} == {"ubuntu", "macos"}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["requires-python"] == f">={matrix['python'][0]}"


def _commands() -> str:
    """Return all commands of the workflows, the devcontainer and the hooks of pre-commit."""
    commands = [step.get("run", "") for path in _WORKFLOWS for step in _steps(_read(path))]
    container = json.loads((ROOT / ".devcontainer" / "devcontainer.json").read_text("utf-8"))
    commands.append(container["postCreateCommand"])
    (local,) = _read(ROOT / ".pre-commit-config.yaml")["repos"]
    assert local["repo"] == "local"
    return "\n".join([*commands, *(hook["entry"] for hook in local["hooks"])])


def test_commands_of_workflows_and_hooks_exist() -> None:
    commands = _commands()
    targets = re.findall(r"(?m)^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"))
    wanted = re.findall(r"\bmake ((?:[a-z]+\b(?!=) ?)+)", commands)
    names = {name for words in wanted for name in words.split()}
    assert {"lint", "types", "unit", "soak", "docs", "setup"} <= names <= set(targets)
    modules = set(re.findall(r"-m (marcoria[\w.]+)", commands))
    assert len(modules) > 2
    for module in modules:
        assert (ROOT / "host_tools" / f"{module.replace('.', '/')}.py").is_file(), module
    for path in re.findall(r"(?:^|\s)((?:\.ci|\.venv/bin|node_modules/\.bin)/\w+)", commands):
        assert (ROOT / path).exists(), path


def test_issue_forms_have_required_fields_and_own_names() -> None:
    names = set()
    for path in _FORMS:
        form = _read(path)
        names.add(form["name"])
        fields = [field for field in form["body"] if field["type"] != "markdown"]
        assert len({field["id"] for field in fields}) == len(fields)
        assert any(field.get("validations", {}).get("required") for field in fields), path.name
    assert names == {"Fault at a table", "Wrong rule", "Hardware"}


def test_files_that_the_front_pages_of_the_project_name_exist() -> None:
    missing = []
    pages = ("SECURITY.md", "CODE_OF_CONDUCT.md", ".github/pull_request_template.md")
    for page in (*pages, *(str(path.relative_to(ROOT)) for path in _FORMS)):
        text = (ROOT / page).read_text("utf-8")
        named = re.findall(r"\]\((?!https?:)([^)#]+)\)", text)
        named += re.findall(r"\b((?:docs|hardware|tests)/[\w./-]*\w/?)", text)
        missing += [(page, name) for name in named if not (ROOT / name).exists()]
    assert missing == []

"""The web server of `marcoria table`: hostile requests, and ports that are already in use."""

import errno
import json
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from marcoria.cli import main
from marcoria.commands.table import USUAL_PORT
from marcoria.errors import Exit, TableError
from marcoria.web import server as server_module
from marcoria.web.server import Identity, TableServer, start
from table_process import TableProcess, free_port

_LIMIT_S = 30
_FILES = {
    "index.html": b"<p>the page",
    "worker/table.mjs": b"export {}",
    "big.bin": bytes(1 << 22),
}
_EPHEMERAL = 32768  # Linux assigns ports from this number on automatically
_OURS = {"program": "marcoria", "folder": "/home/piero/other", "version": "9.9", "build": "0" * 12}

Speak = Callable[[socket.socket], None]


@pytest.fixture
def serving() -> Iterator[TableServer]:
    """Run a server of `_FILES` at a free port, and return it."""
    with TableServer(_FILES, 0) as serving:
        threading.Thread(target=serving.serve_forever, daemon=True).start()
        yield serving
        serving.shutdown()


def _ask(port: int, request: bytes) -> bytes:
    """Send a request, and return the whole answer."""
    heard = b""
    with socket.create_connection(("127.0.0.1", port), timeout=_LIMIT_S) as line:
        # The server may close the connection before it has read the whole request.
        with suppress(ConnectionError):
            line.sendall(request)
            line.shutdown(socket.SHUT_WR)
        with suppress(ConnectionError):
            while data := line.recv(65536):
                heard += data
    return heard


def _status(port: int, request: bytes) -> int:
    return int(_ask(port, request).split(maxsplit=2)[1])


def _get(port: int, path: str) -> int:
    return _status(port, f"GET {path} HTTP/1.0\r\n\r\n".encode("latin-1"))


@contextmanager
def _stranger(speak: Speak) -> Iterator[int]:
    """Run a server of another program, and return its port; `speak` handles each connection."""
    with socket.create_server(("127.0.0.1", 0)) as door:

        def receive() -> None:
            with suppress(OSError):
                while True:
                    line, _ = door.accept()
                    threading.Thread(target=serve, args=(line,), daemon=True).start()

        def serve(line: socket.socket) -> None:
            with line, suppress(OSError):
                speak(line)

        threading.Thread(target=receive, daemon=True).start()
        yield door.getsockname()[1]


def _answers(body: bytes, head: bytes = b"HTTP/1.0 200 OK\r\n\r\n") -> Speak:
    def speak(line: socket.socket) -> None:
        line.recv(4096)
        line.sendall(head + body)

    return speak


# --- hostile requests ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/", 200),
        ("/?a=b", 200),
        ("/index.html", 200),
        ("/worker/table%2Emjs", 200),
        ("/%00", 404),
        ("/index.html%00", 404),
        ("/%", 404),
        ("/%zz%f", 404),
        ("/%ff%fe", 404),
        ("/\xff", 404),
        ("/..", 404),
        ("/../../../../etc/passwd", 404),
        ("/..%2f..%2f..%2fetc%2fpasswd", 404),
        ("/%2e%2e/%2e%2e/etc/passwd", 404),
        ("/worker/..%5c..%5cindex.html", 404),
        ("//etc/passwd", 404),
        ("/worker", 404),
        ("/worker/", 404),
        ("/" + "a" * 60_000, 404),
        ("/" + "%00" * 20_000, 404),
        ("/" + "a" * 70_000, 414),
        ("index.html", 400),
        ("@evil.example/", 400),
        ("http://evil.example/", 400),
    ],
)
def test_odd_paths_get_the_right_status_and_print_nothing(
    serving: TableServer, path: str, status: int, capfd: pytest.CaptureFixture[str]
) -> None:
    assert _get(serving.server_port, path) == status
    assert _get(serving.server_port, "/") == 200
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("request_line", "status"),
    [
        (b"POST / HTTP/1.0", 405),
        (b"PUT /index.html HTTP/1.1", 405),
        (b"DELETE / HTTP/1.0", 405),
        (b"OPTIONS * HTTP/1.0", 405),
        (b"CONNECT evil.example:443 HTTP/1.0", 405),
        (b"get / HTTP/1.0", 405),
        (b"HEAD /%00 HTTP/1.0", 404),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 400),  # a request for https
        (b"GET / HTTP/one", 400),
        (b"GET / a b HTTP/1.0", 400),
        (b"GET / HTTP/9.0", 505),
        (b"GET / HTTP/1.0\r\n" + b"X: y\r\n" * 1000, 431),
        (b"GET / HTTP/1.0\r\nX: " + b"y" * 70_000, 431),
    ],
)
def test_odd_requests_are_refused_and_print_nothing(
    serving: TableServer, request_line: bytes, status: int, capfd: pytest.CaptureFixture[str]
) -> None:
    heard = _ask(serving.server_port, request_line + b"\r\n\r\n")
    # If the request line has no supported version, the answer has no status line, as in HTTP/0.9.
    assert f" {status} ".encode() in heard[:20] or f"code: {status}".encode() in heard
    assert _get(serving.server_port, "/") == 200
    assert capfd.readouterr() == ("", "")


def test_a_head_has_no_body(serving: TableServer) -> None:
    head, _, body = _ask(serving.server_port, b"HEAD /big.bin HTTP/1.0\r\n\r\n").partition(
        b"\r\n\r\n"
    )
    assert b"Content-Length: 4194304" in head and not body


def test_a_cached_file_is_answered_with_not_modified(serving: TableServer) -> None:
    request = f"GET /big.bin HTTP/1.0\r\nIf-None-Match: {serving.tag}\r\n\r\n".encode()
    assert _status(serving.server_port, request) == 304
    assert _status(serving.server_port, request.replace(b'"', b'"x')) == 200


def test_idle_or_broken_connections_block_no_other(
    serving: TableServer, capfd: pytest.CaptureFixture[str]
) -> None:
    port = serving.server_port
    lines = [socket.create_connection(("127.0.0.1", port)) for _ in range(200)]
    for line in lines[::2]:
        line.sendall(b"GET /big.bin HTTP/1.0\r\nHost:")
    assert _get(port, "/") == 200
    for line in lines[::4]:
        # SO_LINGER with the time 0 makes `close` discard pending data and end the connection in
        # the middle of the answer.
        line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        line.sendall(b" a\r\n\r\n")
        line.recv(1)
        line.close()
    assert _get(port, "/") == 200
    for line in lines:
        line.close()
    assert _get(port, "/") == 200
    serving.shutdown()
    assert capfd.readouterr() == ("", "")


# --- the address of the page ---------------------------------------------------------------------


def test_the_usual_port_is_the_same_each_time(capsys: pytest.CaptureFixture[str]) -> None:
    assert 1024 < USUAL_PORT < _EPHEMERAL
    assert main(["table", "--dry-run", "--json"]) == 0
    said = capsys.readouterr()
    assert json.loads(said.out)["address"] == f"http://127.0.0.1:{USUAL_PORT}/" and not said.err
    assert main(["table", "--dry-run", "--port", "8080"]) == 0
    said = capsys.readouterr()
    assert f"begun at http://127.0.0.1:{USUAL_PORT}/ cannot be seen" in said.err


@pytest.mark.parametrize("port", ["-1", "65536", "x"])
def test_an_invalid_port_number_is_refused(port: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["table", "--port", port]) == Exit.USAGE
    assert capsys.readouterr().err.count("\n") == 1


def test_localhost_is_redirected_to_127_0_0_1(serving: TableServer) -> None:
    port = serving.server_port
    for path in ("/", "/worker/table.mjs?x", "/marcoria.json"):
        heard = _ask(port, f"GET {path} HTTP/1.0\r\nHost: localhost:{port}\r\n\r\n".encode())
        assert heard.startswith(b"HTTP/1.0 307 ")
        assert f"\r\nLocation: http://127.0.0.1:{port}{path}\r\n".encode() in heard


def test_the_identity_is_served_under_its_own_address_only(serving: TableServer) -> None:
    port = serving.server_port
    with urllib.request.urlopen(f"{serving.address}marcoria.json") as answer:
        assert json.load(answer)["program"] == "marcoria"
    for host in (f"evil.example:{port}", "127.0.0.1", ""):
        heard = _ask(port, f"GET /marcoria.json HTTP/1.0\r\nHost: {host}\r\n\r\n".encode())
        assert heard.startswith(b"HTTP/1.0 404 "), host


# --- a port that is in use -----------------------------------------------------------------------


def test_the_same_files_are_not_served_twice(serving: TableServer) -> None:
    found = start(_FILES, serving.server_port)
    assert isinstance(found, Identity) and found.folder == str(Path(__file__).parents[2])


def test_a_server_of_older_files_has_to_be_stopped(serving: TableServer) -> None:
    with pytest.raises(
        TableError, match=r"an earlier state of this folder .* Ctrl-C .* --port"
    ) as found:
        start(_FILES | {"index.html": b"newer"}, serving.server_port)
    assert found.value.status == Exit.BUSY


def test_another_clone_is_named_with_its_version() -> None:
    with (
        _stranger(_answers(json.dumps(_OURS).encode())) as port,
        pytest.raises(TableError, match=r"/home/piero/other \(Marcoria 9\.9\).*--port") as found,
    ):
        start(_FILES, port)
    assert found.value.status == Exit.BUSY
    assert found.value.facts == {"folder": "/home/piero/other", "version": "9.9"}


def test_control_characters_in_a_foreign_identity_are_removed() -> None:
    told = _OURS | {"folder": "/home\x1b]0;hello\x07\n\u202e\x9b31m" + "x" * 9000}
    with (
        _stranger(_answers(json.dumps(told).encode())) as port,
        pytest.raises(TableError) as found,
    ):
        start(_FILES, port)
    assert found.value.detail.isprintable() and len(found.value.detail) < 700


def _hangs(line: socket.socket) -> None:
    while line.recv(4096):
        pass


def _drips(line: socket.socket) -> None:
    for byte in b"HTTP/1.0 200 OK\r\n\r\n" + b" " * 100_000:
        line.sendall(bytes([byte]))
        time.sleep(0.01)


def _floods(line: socket.socket) -> None:
    line.sendall(b"HTTP/1.0 200 OK\r\n\r\n")
    while True:
        line.sendall(b"[" * 65536)


@pytest.mark.parametrize(
    "speak",
    [
        _hangs,
        _drips,
        _floods,
        lambda line: None,
        lambda line: line.sendall(b"SSH-2.0-OpenSSH_9.6\r\n"),
        _answers(bytes(range(256)) * 8, head=b""),
        _answers(b"[" * 16_000),
        _answers(b"1" * 16_000),
        _answers(b"null"),
        _answers(b"\xff\xfe{"),
        _answers(b"[]"),
        _answers(json.dumps(_OURS | {"program": "grafana"}).encode()),
        _answers(json.dumps(_OURS | {"build": 7}).encode()),
        _answers(json.dumps(_OURS | {"folder": None}).encode()),
        _answers(json.dumps(_OURS).encode(), head=b"HTTP/1.1 404 Not Found\r\n\r\n"),
        _answers(json.dumps(_OURS).encode(), head=b""),
    ],
)
def test_a_port_of_another_program_is_refused(
    speak: Speak, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server_module, "_ANSWER_S", 1.0)
    with (
        _stranger(speak) as port,
        pytest.raises(TableError, match=rf"another program uses port {port}: .*--port") as found,
    ):
        start(_FILES, port)
    assert found.value.status == Exit.BUSY


def test_a_bound_port_without_a_listener_is_reported_as_used(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(server_module, "_MOMENT_S", 0.001)
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        with pytest.raises(TableError, match="another program uses port"):
            start(_FILES, held.getsockname()[1])


def test_a_port_that_needs_permission_says_so() -> None:
    told = server_module._unusable(80, PermissionError(errno.EACCES, "Permission denied"))
    assert told.status == Exit.PERMISSION and "above 1023 with --port" in told.detail


def test_a_port_whose_last_server_has_just_ended_is_free(serving: TableServer) -> None:
    port = serving.server_port
    # The server closes the connection first, so its socket stays in the state TIME_WAIT.
    with socket.create_connection(("127.0.0.1", port), timeout=_LIMIT_S) as line:
        line.sendall(b"GET /big.bin HTTP/1.0\r\n\r\n")
        heard = b""
        while data := line.recv(65536):
            heard += data
    assert heard.split(maxsplit=2)[1] == b"200"
    serving.shutdown()
    serving.server_close()
    again = start(_FILES, port)
    assert isinstance(again, TableServer) and again.server_port == port
    again.server_close()


# --- processes -----------------------------------------------------------------------------------


def _all_files(address: str) -> bool:
    """Download each file that files.json lists; return whether there are more than 100."""
    with urllib.request.urlopen(f"{address}files.json") as answer:
        files = json.load(answer)["files"]
    for file in files:
        with urllib.request.urlopen(address + file) as answer:
            answer.read()
    return len(files) > 100


@pytest.mark.soak
def test_a_second_start_and_a_build_disturb_no_table(tmp_path: Path) -> None:
    port = free_port()
    site = [sys.executable, "-m", "marcoria.web.site", tmp_path / "web"]
    with TableProcess(port) as first:
        address = first.answer()["address"]
        assert address == f"http://127.0.0.1:{port}/"
        with TableProcess(port) as second, subprocess.Popen(site) as build:
            while second.runs() or build.poll() is None:
                assert _all_files(address)
            assert second.answer()["address"] == address and second.status() == 0
            assert build.returncode == 0
        assert first.runs() and _all_files(address)
        assert not first.end()


@pytest.mark.soak
def test_of_two_simultaneous_starts_one_serves() -> None:
    port = free_port()
    with TableProcess(port) as one, TableProcess(port) as other:
        assert one.answer()["address"] == other.answer()["address"]
        while one.runs() and other.runs():
            time.sleep(0.01)
        ended, serves = (other, one) if one.runs() else (one, other)
        assert ended.status() == 0 and not ended.complained
        assert serves.runs() and _all_files(f"http://127.0.0.1:{port}/")

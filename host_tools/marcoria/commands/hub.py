"""`marcoria hub`: serve a hub, enrol tables, export what they reported."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

from marcoria.commands.connection import Pin, connected
from marcoria.commands.options import (
    HIGHEST_PORT,
    Argument,
    Commands,
    Option,
    answer,
    command,
    group,
    number_of,
)
from marcoria.commands.push import HubAddress
from marcoria.context import asked
from marcoria.errors import Exit, TableError
from marcoria.hub.logs import LEVELS, start_logs

if TYPE_CHECKING:
    from marcoria.hub.carrier import HubAt

_USUAL_PORT = 8080
# Meaning of the field `state` in a table's answer to `courier` (docs/link.md).
_STATES = {
    "off": "off",
    "waits": "waits for the end of the deal or for the next try",
    "wifi": "joins the WiFi",
    "name": "looks up the broker's address",
    "broker": "connects to the broker",
    "hub": "waits for the hub's answer",
    "reports": "connected",
}
_MQTT_PORT = 1883
Database = Annotated[
    str,
    Option(
        "--db",
        metavar="DATABASE",
        help="The hub's database: a file, which hub serve makes if it is missing, or"
        " postgresql://user@host/name.",
    ),
]
Broker = Annotated[
    str,
    Option(
        metavar="ADDRESS",
        help="MQTT broker: mqtt://user:password@host, or a file with this address. Without"
        " --broker, hub serve starts its own broker; with --broker none it uses no broker.",
        show_default=False,
    ),
]
_NO_BROKER = "none"


def add(app: Commands) -> None:
    """Declare the commands."""
    hub = group(
        app,
        "hub",
        "Collect the results of many tables: a bar's evening on one page (docs/hub.md).",
    )
    command(hub, "serve", _serve)
    command(hub, "worker", _worker)
    command(hub, "mosquitto", _mosquitto)
    command(hub, "enrol", _enrol, "table")
    command(hub, "leave", _leave, "table")
    command(hub, "wifi", _wifi, "table")
    command(hub, "revoke", _revoke)
    command(hub, "players", _players)
    command(hub, "export", _export)
    command(hub, "doctor", _doctor)
    command(hub, "rebuild", _rebuild)
    command(hub, "backup", _backup)
    command(hub, "restore", _restore)


def _serve(
    port: Annotated[int, Option(help="Port of the web pages.")] = _USUAL_PORT,
    db: Database = "hub.sqlite",
    host: Annotated[
        str, Option(metavar="ADDRESS", help="Network address to listen on.")
    ] = "0.0.0.0",
    broker: Broker = "",
    mqtt_port: Annotated[
        int, Option(help="Port of the hub's own MQTT broker; 0 for any free one.")
    ] = _MQTT_PORT,
    delay: Annotated[
        int, Option(metavar="MINUTES", help="Show results this many minutes late: 0 to 1440.")
    ] = 0,
    page: Annotated[
        str,
        Option(
            metavar="http://...",
            help="Address of a virtual table: deals link to it.",
            show_default=False,
        ),
    ] = "",
    players: Annotated[
        bool, Option("--players", help="Let people choose a nickname and a seat, at /players.")
    ] = False,
    log_level: Annotated[
        str, Option(metavar="|".join(LEVELS), help="Lowest level of the log lines to write.")
    ] = "warning",
    log_json: Annotated[
        bool, Option("--log-json", help="Write the log in JSON, one object a line.")
    ] = False,
) -> None:
    """Serve the hub until Ctrl-C: store the tables' reports, show tonight's results at /wall."""
    _check_serving((port, mqtt_port), delay, page, log_level)
    with _packages():
        from marcoria.hub.addresses import broker_at
        from marcoria.hub.server import serve
        from marcoria.hub.table_link import LinkPlan
        from marcoria.hub.views import Shown

    def ready(address: str, code: str) -> None:
        answer(
            f"hub at {address}/wall; code to enrol tables from other computers: {code}",
            address=address,
            code=code,
        )

    def open_to_tables(port: int) -> None:
        answer(f"tables may report over MQTT at port {port}", mqtt_port=port)

    own_port = None if broker else mqtt_port
    other = broker_at(broker) if broker not in ("", _NO_BROKER) else None
    start_logs(log_level, log_json)
    plan = LinkPlan(host, own_port, other, open_to_tables)
    serve(db, port, plan, Shown(delay * 60, page, players), ready)


def _check_serving(ports: tuple[int, int], delay: int, page: str, log_level: str) -> None:
    """Raise TableError if a port, --delay, --page or --log-level has an invalid value."""
    told = ""
    wrong = [port for port in ports if not 0 <= port <= HIGHEST_PORT]
    if wrong:
        told = f"a port must be from 0 to {HIGHEST_PORT}, not {wrong[0]}"
    elif not 0 <= delay <= 1440:
        told = "--delay takes 0 to 1440 minutes"
    elif page and not page.startswith(("http://", "https://")):
        told = f"'{page}' is not the address of a page: write http:// and its name"
    elif log_level not in LEVELS:
        told = f"--log-level takes one of {', '.join(LEVELS)}"
    if told:
        raise TableError("usage", told, Exit.USAGE)


def _worker(db: Database, broker: Broker) -> None:
    """Store what tables send over a broker, until Ctrl-C; hub serve shows the results."""
    with _packages():
        from marcoria.hub.addresses import broker_at
        from marcoria.hub.database import is_on_server
        from marcoria.hub.worker import work

    if not is_on_server(db):
        told = (
            "workers share a database on a server: name it with --db postgresql://user@host/name"
        )
        raise TableError("no-server", told)
    if broker == _NO_BROKER:
        raise TableError("usage", "a worker needs a broker: name it with --broker", Exit.USAGE)
    address = broker_at(broker)
    told = f"the worker stores what tables send to {address.shown}"
    work(db, address, lambda: answer(told, broker=address.shown))


@contextmanager
def _packages() -> Iterator[None]:
    """Convert the error of a missing package to a TableError."""
    try:
        yield
    except ModuleNotFoundError as error:
        told = "the hub needs more packages: install them with pip install 'marcoria[hub]'"
        raise TableError("no-packages", told) from error


def _mosquitto(
    folder: Annotated[str, Argument(help="Folder for the files; made if missing.")],
    db: Database = "hub.sqlite",
    host: Annotated[
        str, Option(help="Name of the computer on which Mosquitto runs.")
    ] = "localhost",
    tls: Annotated[
        bool, Option("--tls", help="Encrypt: make a key and a certificate too, with openssl.")
    ] = False,
) -> None:
    """Write the files with which Mosquitto lets in only the hub and the enrolled tables.

    Repeat the command after each hub enrol and hub revoke.
    """
    with _packages():
        from marcoria.hub.care import opened
        from marcoria.hub.mosquitto import write_folder

    with opened(db) as store:
        address = write_folder(folder, store.tables(), host, tls)
    answer(
        f"written: now start mosquitto -c {folder}/mosquitto.conf, or let a running Mosquitto"
        " read its files again (sudo pkill -HUP mosquitto), and start the hub with --broker"
        f" {address}",
        address=address,
    )


def _enrol(
    hub: HubAddress,
    title: Annotated[
        str, Option(help="What the bar calls this table, such as 'window'.", show_default=False)
    ],
    code: Annotated[
        str,
        Option(
            help="The code that the hub has printed; not needed on the hub's own computer.",
            show_default=False,
        ),
    ] = "",
    key: Annotated[
        str,
        Option(
            metavar="HEX",
            help="Enrol a table that has this key and no cable, such as a simulated table"
            " (marcoria sim --hub-key).",
            show_default=False,
        ),
    ] = "",
    pin: Pin = "",
) -> None:
    """Enrol the table at the cable: give the table and the hub the same new key.

    With --key, give this key to the hub only.
    """
    from marcoria.hub.carrier import HubAt
    from marcoria.hub.frame import key_of, new_key

    later = ""
    if key:
        name = HubAt(hub).enrol(title, key_of(key), code)
    else:
        name, is_ready = _enrol_at_the_cable(HubAt(hub), title, new_key(), code, pin)
        if not is_ready:
            later = (
                "; the table did not get the address of the hub's broker: for reports over WiFi,"
                " give it the address between two deals with marcoria hub wifi --broker"
                " mqtt://HOST"
            )
    told = f"table '{title}' is enrolled; its name in the hub is {name}{later}"
    answer(told, table=name, title=title)


def _enrol_at_the_cable(
    hub: "HubAt", title: str, key: bytes, code: str, pin: str
) -> tuple[str, bool]:
    """Give the table and the hub a key, and give the table the address of the hub's broker.

    Return the table's name in the hub, and whether the table got the address. If the hub has no
    broker, the second value is True.
    """
    from marcoria.device.wire import Client

    with connected() as table:
        client = Client(table.wire)
        client.ask("hello")
        # If the table refuses the PIN or the hub refuses the code, neither of them may store the
        # key. Therefore the hub first checks the code without storing the key.
        hub.enrol(title, key, code, is_trial=True)
        client.direct("enrol", pin, key=key.hex())
        name = hub.enrol(title, key, code)
        try:
            broker = hub.broker()
            if broker:
                client.direct("broker", pin, **broker._asdict())
        # Even without the broker's address the table is enrolled. A table refuses the command
        # `broker` during a deal, an older table does not know this command, and an older hub has
        # no /api/broker.
        except TableError:
            return name, False
    return name, True


def _leave(pin: Pin = "") -> None:
    """Make the connected table forget its hub: it then keeps its results only for itself."""
    from marcoria.device.wire import Client

    with connected() as table:
        Client(table.wire).direct("leave", pin)
    answer("the table belongs to no hub now")


def _wifi(
    ssid: Annotated[
        str | None,
        Option(metavar="NAME", help="Name of the WiFi; '' switches reports over WiFi off."),
    ] = None,
    broker: Annotated[
        str, Option(metavar="mqtt://HOST", help="MQTT broker of the hub.", show_default=False)
    ] = "",
    certificate: Annotated[
        str,
        Option(metavar="FILE", help="Certificate of a broker at mqtts://.", show_default=False),
    ] = "",
    clock: Annotated[
        str | None,
        Option(metavar="HOST", help="Server that knows the time (NTP); '' for none."),
    ] = None,
    pin: Pin = "",
) -> None:
    """Set WiFi, broker and time server of the connected table.

    Without --ssid, show the state of the table's reports.
    """
    from marcoria.device.wire import Client
    from marcoria.hub.addresses import broker_of_table

    if certificate and not broker:
        sentence = "--certificate belongs to a broker: name it too, with --broker mqtts://HOST"
        raise TableError("usage", sentence, Exit.USAGE)
    found = broker_of_table(broker, certificate) if broker else None
    with connected() as table:
        client = Client(table.wire)
        if found:
            client.direct("broker", pin, **found._asdict())
        if clock is not None:
            client.direct("clock", pin, host=clock)
        if ssid is not None:
            password = _password() if ssid else ""
            restarts = client.direct("wifi", pin, ssid=ssid, password=password)["restarts"]
            later = "starts again and then reports" if restarts else "uses this from now on"
            answer(f"the table {later if ssid else 'uses no WiFi now'}", ssid=ssid)
            return
        now = client.ask("courier")
    state = str(now.get("state", "off"))
    why = f" ({now['why']})" if now.get("why") else ""
    told = f"WiFi '{now['ssid']}', broker {now['host']}: {_STATES.get(state, state)}{why}"
    answer(told if now["ssid"] else "the table has no WiFi", **now)


def _password() -> str:
    """Ask for the password of the WiFi; without a terminal, read a line of standard input."""
    import sys
    from getpass import getpass

    if sys.stdin.isatty():
        return getpass("Password of the WiFi (empty for an open one): ")
    return sys.stdin.readline().rstrip("\n")


def _revoke(
    name: Annotated[str, Argument(help="The table's name in the hub: 8 hexadecimal digits.")],
    db: Database = "hub.sqlite",
) -> None:
    """Stop accepting reports of a table, for example one that was stolen."""
    import time

    from marcoria.hub.care import opened

    with opened(db) as store, store.transaction():
        found = store.revoke(name, int(time.time()))
    if not found:
        raise TableError("no-table", f"no table is called {name}: /api/tables has all names")
    answer(f"the hub accepts nothing more from {name}", table=name)


def _players(
    delete: Annotated[
        str, Option(metavar="NICKNAME", help="Erase this nickname.", show_default=False)
    ] = "",
    db: Database = "hub.sqlite",
) -> None:
    """List the nicknames of players, one a line, or erase one."""
    from marcoria.hub.care import opened
    from marcoria.hub.players import PlayerStore

    with opened(db) as store:
        players = PlayerStore(store)
        if not delete:
            nicknames = players.nicknames()
            answer("\n".join(nicknames) or "nobody has a nickname", nicknames=nicknames)
            return
        found = players.erase(delete)
    if not found:
        told = f"nobody has the nickname '{delete}': marcoria hub players lists all of them"
        raise TableError("no-player", told)
    answer(f"erased: {delete}", nickname=delete)


def _doctor(db: Database = "hub.sqlite") -> None:
    """Find missing or changed frames, wrong results, and two tables with one name."""
    from marcoria.hub.care import faults, opened

    with opened(db) as store:
        found = list(faults(store))
        count = sum(1 for table in store.tables() for _ in store.journals(table.name))
    if found:
        raise TableError("faults", "; ".join(found))
    answer(f"all is well: {number_of(count, 'journal')} checked", journals=count)


def _rebuild(db: Database = "hub.sqlite") -> None:
    """Compute the results of all deals again from the frames in a hub's database."""
    from marcoria.bdn.rulebooks import Rulebooks
    from marcoria.hub.care import opened
    from marcoria.hub.results import ResultStore

    with opened(db) as store:
        count = ResultStore(store, Rulebooks()).rebuild()
    answer(f"{number_of(count, 'result')} made again from the frames", results=count)


def _backup(
    file: Annotated[str, Argument(metavar="FILE", help="The copy; it must not exist yet.")],
    db: Database = "hub.sqlite",
) -> None:
    """Copy a hub's database, also while the hub runs."""
    from marcoria.hub.care import back_up

    back_up(db, file)
    answer(f"copied to {file}", file=file)


def _restore(
    file: Annotated[str, Argument(metavar="FILE", help="A copy made by hub backup.")],
    db: Database = "hub.sqlite",
) -> None:
    """Check a copy of a hub's database, and make a new database from the copy.

    Then the tables send the records that the copy lacks.
    """
    from marcoria.hub.care import put_back

    put_back(file, db)
    answer(
        f"{db} is ready: start the hub, then type marcoria push for each table without WiFi", db=db
    )


def _export(
    bdn: Annotated[
        bool, Option("--bdn", help="Print BDN text (docs/bdn.md); the default.")
    ] = True,
    csv: Annotated[bool, Option("--csv", help="Print CSV for a spreadsheet.")] = False,
    db: Database = "hub.sqlite",
) -> None:
    """Print the finished deals of all tables as BDN text, as CSV, or with --json as JSON."""
    import sys

    from marcoria.bdn.export import write_sheet
    from marcoria.bdn.rulebooks import Rulebooks
    from marcoria.bdn.twin import dump
    from marcoria.bdn.write import texts_of
    from marcoria.hub.care import opened
    from marcoria.hub.reports import Reports

    with opened(db) as store:
        reports = Reports(store, Rulebooks())
        reports.results.catch_up()
        deals = reports.all_papers()
        if csv:
            write_sheet(deals, sys.stdout)
        else:
            sys.stdout.writelines(dump(deals) if asked().json else texts_of(deals))

"""Opening of a hub's database: a file (SQLite), or the address of a PostgreSQL server."""

from marcoria.errors import TableError
from marcoria.hub.sqlite import FileStore
from marcoria.hub.store import Store

_SERVERS = ("postgresql://", "postgres://")


def is_on_server(database: str) -> bool:
    """Return whether this is the address of a PostgreSQL database, and not a file."""
    return database.startswith(_SERVERS)


def open_database(database: str) -> Store:
    """Open a hub's database, and create its SQL tables if they do not exist.

    Raise TableError if the database cannot be used.
    """
    if not is_on_server(database):
        return FileStore(database)
    try:
        from marcoria.hub.postgresql import ServerStore
    except ImportError as error:
        told = "PostgreSQL needs more packages: install them with pip install 'marcoria[hub]'"
        raise TableError("no-packages", told) from error
    return ServerStore(database)

"""What lies in a littlefs."""

from littlefs import LittleFS


def files_of(system: LittleFS) -> dict[str, bytes]:
    """All of its files, by path."""
    found = {}
    for folder, _, names in system.walk("/"):
        for name in names:
            path = f"{folder.rstrip('/')}/{name}"
            with system.open(path, "rb") as file:
                found[path] = file.read()
    return found

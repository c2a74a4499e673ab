"""Read the files of a littlefs file system."""

from littlefs import LittleFS


def files_of(system: LittleFS) -> dict[str, bytes]:
    """Return the contents of all files by path."""
    found = {}
    for folder, _, names in system.walk("/"):
        for name in names:
            path = f"{folder.rstrip('/')}/{name}"
            with system.open(path, "rb") as file:
                found[path] = file.read()
    return found

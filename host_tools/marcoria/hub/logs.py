"""Log of a hub on standard error: text for people, or JSON with one object a line."""

import json
import logging
import time

LEVELS = ("debug", "info", "warning", "error")


class JsonLines(logging.Formatter):
    """Formatter that writes a log record as a JSON object on one line."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line for a log record."""
        found: dict[str, object] = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(record.created)),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        found |= getattr(record, "facts", {})
        if record.exc_info:
            found["exception"] = self.formatException(record.exc_info)
        return json.dumps(found, ensure_ascii=False)


def start_logs(level: str, as_json: bool) -> None:
    """Write log messages of a level and above to standard error."""
    handler = logging.StreamHandler()
    usual = logging.Formatter("%(asctime)s %(levelname)s %(message)s")
    handler.setFormatter(JsonLines() if as_json else usual)
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)

"""Metrics of a hub in the text format of Prometheus."""

from collections.abc import Iterable

from marcoria.hub.health import TWINS, TableHealth

_PREFIX = "marcoria_hub"
_Samples = Iterable[tuple[dict[str, str], int]]


def metrics(
    tables: list[TableHealth],
    refused: dict[str, int],
    behind: int,
    trouble: str,
    stored: int,
    has_broker: bool,
) -> str:
    """Return all metrics; `behind` is the number of journals with results still to derive.

    `trouble`, `stored` and `has_broker` are as in `HubState`.
    """
    named = [({"table": one.table.name, "title": one.table.title}, one) for one in tables]
    parts = [
        _metric("tables", "gauge", "Enrolled tables.", [({}, len(tables))]),
        _metric(
            "storage_ok",
            "gauge",
            "Whether the hub can store frames: 1 or 0.",
            [({}, int(not trouble))],
        ),
        _metric(
            "broker_connected",
            "gauge",
            "Whether the hub is connected to its MQTT broker: 1 or 0.",
            [({}, int(has_broker))],
        ),
        _metric(
            "frames_stored_total", "counter", "Frames stored since the start.", [({}, stored)]
        ),
        _metric(
            "refused_total",
            "counter",
            "Refused messages by reason.",
            [({"reason": reason}, count) for reason, count in refused.items()],
        ),
        _metric(
            "journals_behind",
            "gauge",
            "Journals with frames from which no results are derived yet.",
            [({}, behind)],
        ),
        _metric(
            "table_last_heard_timestamp_seconds",
            "gauge",
            "Time of the last report of each table.",
            [(labels, one.heard) for labels, one in named if one.heard is not None],
        ),
        _metric(
            "table_deals",
            "gauge",
            "Finished deals of each table.",
            [(labels, sum(len(r.deals) for r in one.reports)) for labels, one in named],
        ),
        _metric(
            "table_twins",
            "gauge",
            "Whether two tables report under one name: 1 or 0.",
            [(labels, int(one.state == TWINS)) for labels, one in named],
        ),
    ]
    return "".join(parts)


def _metric(name: str, kind: str, says: str, samples: _Samples) -> str:
    lines = [f"# HELP {_PREFIX}_{name} {says}", f"# TYPE {_PREFIX}_{name} {kind}"]
    for labels, value in samples:
        told = ",".join(f'{key}="{_escaped(text)}"' for key, text in labels.items())
        lines.append(f"{_PREFIX}_{name}{'{' + told + '}' if told else ''} {value}")
    return "\n".join(lines) + "\n"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")

"""Type of a table's answers."""

from typing import TypedDict


class TableAnswer(TypedDict, total=False):
    """Fields of all answers, grouped by command (docs/link.schema.json).

    A field of several commands is listed once. `answers.py` checks the fields.
    """

    n: int
    re: int
    ok: bool
    # refusal
    error: str
    refused: int
    wait: int
    letter: int
    # hello
    link: int
    board: str
    epoch: int
    seq: int
    boot: int
    pin: bool
    safe: bool
    slot: str
    version: str
    build: str
    trial: bool
    hub: str
    # wifi, broker, clock, courier
    restarts: bool
    ssid: str
    host: str
    state: str
    why: str
    sent: int
    failures: int
    # state
    phase: int
    totals: list[int]
    events: int
    faults: int
    asked: int
    text: int
    question: str
    answers: list[str]
    more: bool
    turn: int
    contract: int
    taker: int
    factor: int
    plays: int
    cards: list[int]
    # test
    pads: list[int]
    keys: int
    display: int
    refreshes: int
    failed: int
    missing: list[str]
    room: int
    unread: int
    lost: bool
    flipped: int
    crash: str
    celsius: int
    left: list[int]
    # gain, house, names
    counts: list[int]
    name: str
    agreed: list[str]
    mark: int
    names: list[str]
    # heap
    used: int
    free: int
    # reads
    reads: int
    misses: int
    garbles: int
    crowds: int
    resets: int
    # time
    ms: int
    # events and flash
    first: int
    to: int
    blocks: int
    slots: str
    # frame
    frame: str
    # tag
    seat: int
    uid: str
    phone: bool

"""Packets that ask for the address of a host (DNS), and the parser of the answers.

MicroPython's `getaddrinfo` returns only when it has an answer, or when all its tries have failed.
If no server answers, the tries take some 15 s, and the watchdog restarts the table before that. So
`courier.py` sends these packets itself, and polls for the answers while the table plays on. The
question for a name that ends in `.local` goes by multicast (mDNS) to all computers of the network.
"""

from struct import pack

from micropython import const

from courier.trouble import Trouble

_QUESTION = const(12)  # bytes before the question
_ADDRESS = const(1)  # type of a DNS record with an IPv4 address
_INTERNET = const(1)  # class of such a DNS record
_UNICAST = const(0x8000)  # flag of a question: answer to the sender alone; ignored in answers
_POINTER = const(0xC0)  # a length byte from this value on points to another place in the packet
_ERROR = const(15)  # mask of the error in the flags
_IS_ANSWER = const(0x8000)  # flag of a packet that is an answer
_MULTICAST = ("224.0.0.251", 5353)
_DNS_PORT = const(53)


def is_address(host: str) -> bool:
    """Return whether this is an address such as 192.168.1.20, which needs no look-up."""
    parts = host.split(".")
    return len(parts) == 4 and all(p.isdigit() and len(p) < 4 and int(p) < 256 for p in parts)


def is_local(host: str) -> bool:
    """Return whether this name is looked up by multicast (mDNS), not by a name server."""
    return host.lower().endswith(".local")


def asked(host: str, name_server: str) -> "tuple[str, int]":
    """Return the address and the port to which a question about a host is sent."""
    return _MULTICAST if is_local(host) else (name_server, _DNS_PORT)


def question(host: str, number: int) -> bytes:
    """Return the packet that asks for the address of a host; its answer repeats `number`.

    An answer by mDNS may have 0 instead.
    """
    name = b""
    for label in host.split("."):
        data = label.encode()
        name += bytes((len(data),)) + data
    flags = 0 if is_local(host) else 0x100  # 0x100: the name server shall ask other servers
    space = _INTERNET | (_UNICAST if is_local(host) else 0)
    return pack(">HHHHHH", number, flags, 1, 0, 0, 0) + name + b"\0" + pack(">HH", _ADDRESS, space)


def answer(packet: bytes, host: str, number: int) -> str:
    """Return the address in a packet.

    Return "" if the packet does not answer the question `number`, is damaged or has no address.
    Raise Trouble if the answer reports an error, such as that there is no such host.
    """
    try:
        found, flags = _number(packet, 0), _number(packet, 2)
        if not flags & _IS_ANSWER or (found != number and not (is_local(host) and found == 0)):
            return ""
        if flags & _ERROR:
            raise Trouble("no server knows the name of the broker")
        at = _QUESTION
        for _ in range(_number(packet, 4)):
            at = _after_name(packet, at) + 4
        for _ in range(_number(packet, 6)):
            is_named = not is_local(host) or _name(packet, at) == host.lower()
            at = _after_name(packet, at)
            kind, space = _number(packet, at), _number(packet, at + 2) & ~_UNICAST
            length = _number(packet, at + 8)
            at += 10
            if kind == _ADDRESS and space == _INTERNET and length == 4 and is_named:
                return ".".join([str(packet[at + i]) for i in range(4)])
            at += length
    except (IndexError, ValueError):
        pass  # the packet is incomplete or malformed
    return ""


def _number(packet: bytes, at: int) -> int:
    """Return a number of two bytes, the high byte first."""
    return packet[at] << 8 | packet[at + 1]


def _after_name(packet: bytes, at: int) -> int:
    """Return the index after a name."""
    while packet[at]:
        if packet[at] >= _POINTER:
            return at + 2
        at += packet[at] + 1
    return at + 1


def _name(packet: bytes, at: int) -> str:
    """Return a name in lower-case letters.

    Raise ValueError after 32 parts, because damaged parts may point in a circle.
    """
    labels = []
    for _ in range(32):
        length = packet[at]
        if length >= _POINTER:
            at = (length & ~_POINTER) << 8 | packet[at + 1]
        elif length:
            labels.append(bytes(packet[at + 1 : at + 1 + length]).decode().lower())
            at += length + 1
        else:
            return ".".join(labels)
    raise ValueError

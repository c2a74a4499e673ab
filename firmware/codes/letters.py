"""Cards, seats and contracts as files, tools and people write them."""

SUITS = "CDHS"
RANKS = "789TJQKA"
SEATS = "NESW"
CONTRACTS = ("C", "D", "H", "S", "NT", "AT")


def card(text: str) -> int:
    """The card that `text` names ("7S", "th", "10H"), or -1."""
    text = text.upper().replace("10", "T")
    if len(text) != 2:
        return -1
    rank = RANKS.find(text[0])
    suit = SUITS.find(text[1])
    return -1 if rank < 0 or suit < 0 else suit << 3 | rank


def name(card: int) -> str:
    """The two letters of a card."""
    return RANKS[card & 7] + SUITS[card >> 3]

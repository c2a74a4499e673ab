# The naive second implementation of the rules: cards, orders, points, seats.
#
# This second engine follows the written rules directly. It is slow but easy to check, and tests
# compare the first engine with it. The two engines share only the keys of house files. The second
# engine runs on CPython and MicroPython. A card is a string of two characters, rank then suit
# ("TH"). A hand is a list of cards.

from belote.housekeys import KEYS

SUITS = "SHDC"  # the order in which a carré lists its cards
SEQUENCE = "AKQJT987"  # the order of cards in a sequence, in every house
TRUMP_ORDER = "J9ATKQ87"


def read_card(text):
    text = text.strip().upper()
    if text.startswith("10"):
        text = "T" + text[2:]
    if len(text) != 2 or text[0] not in SEQUENCE or text[1] not in SUITS:
        raise ValueError("not a card: " + text)
    return text


def all_cards():
    cards = []
    for suit in SUITS:
        for rank in SEQUENCE:
            cards.append(rank + suit)
    return cards


def load_house(text):
    house = {}
    for key in KEYS:
        if key.default is not None:
            house[key.name] = value_of(key.default)
    for line in text.split("\n"):
        line = line.split("#")[0].strip()
        if not line:
            continue
        colon = line.find(":")
        key = line[:colon].strip()
        # Of several choices that a house leaves open, such as "no|yes", take the first.
        value = line[colon + 1 :].split("|")[0].strip()
        house[key] = value if key == "name" else value_of(value)
    return house


def value_of(word):
    return int(word) if word.isdigit() else word


def is_trump(contract, suit):
    return contract == "AT" or contract == suit


def order_of(house, contract, suit):
    """Return the ranks of a suit, strongest first."""
    if is_trump(contract, suit):
        return TRUMP_ORDER
    return house["plain"]


def height(house, contract, card):
    """Return the height of a card in its suit: 7 for the strongest, 0 for the weakest."""
    return 7 - order_of(house, contract, card[1]).find(card[0])


def card_points(house, contract, card):
    rank = card[0]
    if rank == "K":
        return house["king"]
    if rank == "A":
        return 11
    if rank == "T":
        return 10
    if rank == "Q":
        return 3
    if rank == "J":
        if is_trump(contract, card[1]):
            return 20
        return 2
    if rank == "9" and is_trump(contract, card[1]):
        return 14
    return 0


def seats_of(house):
    """Return the seats in the order of play."""
    if house["players"] == 2:
        return ["S", "N"]
    if house["direction"] == "cw":
        return ["S", "W", "N", "E"]
    return ["S", "E", "N", "W"]


def hand_size(house):
    if house["players"] == 2:
        return 9
    return 8


def seat_after(house, seat, steps):
    seats = seats_of(house)
    return seats[(seats.index(seat) + steps) % len(seats)]


def sides_of(house):
    if house["players"] == 2:
        return ["N", "S"]
    return ["NS", "EW"]


def side_of(house, seat):
    if house["players"] == 2:
        return seat
    if seat in "NS":
        return "NS"
    return "EW"


def other_side(house, side):
    one, two = sides_of(house)
    if side == one:
        return two
    return one


def are_partners(house, one, two):
    return one != two and side_of(house, one) == side_of(house, two)

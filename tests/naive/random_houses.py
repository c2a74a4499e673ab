# Random houses, hands and plays for cross-checks, repeatable from a seed on CPython and
# MicroPython. All numbers fit into 31 bits.

from belote.housekeys import KEYS, Words
from naive_cards import SUITS, all_cards, hand_size, load_house, seat_after, seats_of, value_of
from naive_play import legal, winner
from naive_score import deal


class Random:
    """Random generator of Wichmann and Hill, which adds fractions from three small generators."""

    def __init__(self, seed=1):
        self.a = 1 + seed % 30000
        self.b = 1 + seed // 7 % 30000
        self.c = 1 + seed // 1009 % 30000
        for _ in range(20):
            self.byte()

    def byte(self):
        self.a = 171 * self.a % 30269
        self.b = 172 * self.b % 30307
        self.c = 170 * self.c % 30323
        whole = self.a * 16384 // 30269 + self.b * 16384 // 30307 + self.c * 16384 // 30323
        return (whole & 16383) >> 6

    def getrandbits(self, bits):
        """Return a random number from 0 to 2 ** bits - 1; `bits` is at most 30."""
        value = 0
        got = 0
        while got < bits:
            value = ((value & 0x3FFFFF) << 8) | self.byte()
            got += 8
        return value & ((1 << bits) - 1)

    def randrange(self, stop):
        return self.getrandbits(24) % stop

    def choice(self, items):
        return items[self.randrange(len(items))]

    def one_in(self, number):
        return self.randrange(number) == 0

    def shuffle(self, items):
        for i in range(len(items) - 1, 0, -1):
            j = self.randrange(i + 1)
            items[i], items[j] = items[j], items[i]


def random_house(rng):
    """Return a random house without contradictions. Values that exclude many rules are rare."""
    one = rng.choice
    house = {"name": "random " + str(rng.getrandbits(20))}
    for key in KEYS:
        if isinstance(key.choices, Words):
            house[key.name] = value_of(one(key.choices.words))
    house["players"] = one([4, 4, 4, 4, 2])
    house["packets"] = one(["3+2", "either"])
    house["bidding"] = one(["suit", "once", "auction", "auction"])
    house["upcard"] = "taken"
    house["next"] = "turn"
    if house["bidding"] == "auction":
        house["upcard"] = "none"
        house["rest"] = "elder"
        house["seven"] = "no"
    else:
        house["third"] = "no"
        house["no_trump"] = "none"
    if house["players"] == 2:
        house["packets"] = "3+3"
        house["rest"] = "elder"
        house["bidding"] = "suit"
        house["upcard"] = "stays"
        house["third"] = "no"
        house["next"] = "score"
        house["opening"] = "draw"
        house["draw"] = "lowest"
    house["melds"] = one(["on", "on", "on", "off"])
    if house["calls"] == "first":
        house["late"] = "void"

    auction = house["bidding"] == "auction"
    house["success"] = one(["more", "more", "quota", "both", "none"])
    if auction and house["success"] == "none":
        house["success"] = "more"
    house["quota"] = 0
    if house["success"] == "quota" or house["success"] == "both":
        house["quota"] = 82
    house["fail"] = one([0, 160, 162])
    house["capot_as"] = one(["value", "value", "bonus", "premium"])
    if house["success"] == "none":
        house["capot_as"] = one(["bonus", "premium"])
    if house["capot_as"] != "value":
        house["fail"] = 0
    house["capot"] = one([250, 252])
    house["reverse"] = one([252, 350])
    if house["capot_as"] != "value":
        house["capot"] = one([90, 100])
        house["reverse"] = one([90, 100])
    house["litige"] = one(["hangs", "hangs", "failed", "shared"])
    if house["success"] == "none":
        house["litige"] = "hangs"
    house["rounding"] = one(["none", "ten"])
    house["nt"] = 1
    house["kirtik"] = one([0, 0, 10])
    house["target"] = 1000
    if auction:
        if house["litige"] == "shared":
            house["litige"] = "hangs"
        house["rounding"] = one(["none", "ten", "match", "match"])
        house["nt"] = one([1, 2, 3])
        if house["rounding"] == "match":
            house["target"] = 151
            house["king"] = 4
            house["litige_belote"] = "hangs"
            house["belote_counts"] = "yes"
            if house["success"] == "quota":
                house["success"] = "both"
    return load_house(to_text(house))


def to_text(house):
    lines = []
    for key in sorted(house):
        lines.append(key + ": " + str(house[key]))
    return "\n".join(lines) + "\n"


def random_contract(rng, house):
    if house["bidding"] == "auction":
        return rng.choice(["S", "H", "D", "C", "NT", "NT", "AT", "AT"])
    return rng.choice(["S", "H", "D", "C"])


def random_hands(rng, house):
    """Return dealt hands by seat; half of the packs are badly shuffled, for melds and capots."""
    deck = all_cards()
    how = rng.randrange(4)
    if how < 2:
        rng.shuffle(deck)
    else:
        if how == 3:  # sorted by rank, for carrés
            deck.sort(key=lambda card: (card[0], card[1]))
        cut = rng.randrange(32)
        deck = deck[cut:] + deck[:cut]
        for _ in range(rng.randrange(20)):
            i = rng.randrange(32)
            j = rng.randrange(32)
            deck[i], deck[j] = deck[j], deck[i]
    hands = {}
    size = hand_size(house)
    for seat in seats_of(house):
        hand = deck[:size]
        deck = deck[size:]
        rng.shuffle(hand)
        hands[seat] = hand
    return hands


def random_plays(rng, house, contract, leader, hands, wrong=0):
    """Return the plays of a deal.

    A player who holds illegal cards lays one of them with a probability of `wrong` percent.
    """
    left = {}
    for seat in hands:
        left[seat] = list(hands[seat])
    players = len(seats_of(house))
    plays = []
    for _ in range(hand_size(house)):
        trick = []
        for i in range(players):
            seat = seat_after(house, leader, i)
            answer = legal(house, contract, leader, trick, left[seat])
            can = answer["legal"]
            if wrong and rng.randrange(100) < wrong and answer["why"]:
                # Choose an offence; each possible kind has the same probability.
                why = answer["why"]
                code = rng.choice(sorted(set(why.values())))
                can = [one for one in left[seat] if one in why and why[one] == code]
            card = rng.choice(can)
            left[seat].remove(card)
            trick.append(card)
            plays.append(card)
        leader = winner(house, contract, leader, trick)["seat"]
    return plays


def random_deal(rng, house, wrong=0, want=None, tries=100):
    """Return a request for the op `deal`; `wrong` is that of `random_plays`.

    If `want` is given, draw the plays again until the deal has the outcome `want`. Give up after
    `tries` draws: then the outcome is another one.
    """
    contract = random_contract(rng, house)
    seats = seats_of(house)
    factor = 1
    if house["bidding"] == "auction":
        factor = rng.choice([1, 1, 2, 4])
        if house["third"] != "no" and rng.one_in(4):
            factor = 8
    hanging = 0
    if rng.one_in(2):
        hanging = rng.randrange(200)
        if house["rounding"] == "ten":
            hanging = hanging // 10 * 10
        if house["rounding"] == "match":
            hanging = hanging // 10
    request = {
        "op": "deal",
        "house": house["name"],
        "contract": contract,
        "taker": rng.choice(seats),
        "leader": rng.choice(seats),
        "factor": factor,
        "hanging": hanging,
        "hands": random_hands(rng, house),
    }
    for _ in range(tries):
        request["plays"] = random_plays(
            rng, house, contract, request["leader"], request["hands"], wrong
        )
        if want is None:
            break
        result = deal(
            house,
            contract,
            request["taker"],
            request["leader"],
            factor,
            hanging,
            request["hands"],
            request["plays"],
        )
        if result["outcome"] == want:
            break
    return request


def random_position(rng, house):
    """Return a request for the op `legal`; half of the requests lack one or two suits."""
    contract = random_contract(rng, house)
    seats = seats_of(house)
    deck = all_cards()
    rng.shuffle(deck)
    if rng.one_in(2):  # leave out one or two suits
        away = [rng.choice(SUITS), rng.choice(SUITS)]
        few = []
        for card in deck:
            if card[1] not in away:
                few.append(card)
        deck = few
    on_table = rng.randrange(len(seats))
    trick = deck[:on_table]
    hand = deck[on_table : on_table + 1 + rng.randrange(hand_size(house))]
    if trick and rng.one_in(2):  # make the hand void in the led suit
        void = []
        for card in hand:
            if card[1] != trick[0][1]:
                void.append(card)
        if void:
            hand = void
    return {
        "op": "legal",
        "house": house["name"],
        "contract": contract,
        "leader": rng.choice(seats),
        "trick": trick,
        "hand": hand,
    }


def random_audit(rng, house, wrong=10):
    """Return a request for the op `audit`.

    In half of the requests the deal may be unfinished. For a third of the seats one to three cards
    are known.
    """
    request = random_deal(rng, house, wrong)
    plays = request["plays"]
    known = {}
    for seat in seats_of(house):
        if rng.one_in(3):
            known[seat] = request["hands"][seat][: 1 + rng.randrange(3)]
    if rng.one_in(2):
        plays = plays[: rng.randrange(len(plays) + 1)]
    return {
        "op": "audit",
        "house": house["name"],
        "contract": request["contract"],
        "leader": request["leader"],
        "known": known,
        "plays": plays,
    }

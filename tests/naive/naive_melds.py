# The naive implementation of melds: the melds of a hand, and the side that scores them.

from naive_cards import (
    SEQUENCE,
    SUITS,
    is_trump,
    other_side,
    seat_after,
    seats_of,
    side_of,
    sides_of,
)

CARRE_ORDER = "J9ATKQ"  # best first
CARRE_POINTS = {"J": 200, "9": 150, "A": 100, "T": 100, "K": 100, "Q": 100}


def carre_of(rank, points):
    cards = []
    for suit in SUITS:
        cards.append(rank + suit)
    return {"kind": "carre", "cards": cards, "points": points}


def carres_held(house, contract, hand):
    found = []
    for rank in CARRE_ORDER:
        here = 0
        for card in hand:
            if card[0] == rank:
                here += 1
        if here < 4:
            continue
        if contract == "NT":
            if house["no_trump"] == "aces" and rank == "A":
                found.append(carre_of(rank, 200))
        else:
            found.append(carre_of(rank, CARRE_POINTS[rank]))
    return found


def runs_held(hand):
    """Return the sequences of three cards or more, each as long as possible, best card first."""
    runs = []
    for suit in SUITS:
        run = []
        for rank in SEQUENCE:
            if rank + suit in hand:
                run.append(rank + suit)
            else:
                runs.append(run)
                run = []
        runs.append(run)
    long_enough = []
    for run in runs:
        if len(run) >= 3:
            long_enough.append(run)
    return long_enough


def melds_of_run(house, run):
    if len(run) == 3:
        return [{"kind": "tierce", "cards": run, "points": 20}]
    if len(run) == 4:
        return [{"kind": "quarte", "cards": run, "points": 50}]
    melds = [{"kind": "quint", "cards": run[:5], "points": 100}]
    if len(run) == 8 and house["eight"] == 120:
        melds.append({"kind": "tierce", "cards": run[5:], "points": 20})
    return melds


def rank_of(meld):
    """Return a pair of numbers that is greater for a better meld, regardless of trump and seat."""
    if meld["kind"] == "carre":
        return (10, 10 - CARRE_ORDER.find(meld["cards"][0][0]))
    classes = {"tierce": 3, "quarte": 4, "quint": 5}
    return (classes[meld["kind"]], 10 - SEQUENCE.find(meld["cards"][0][0]))


def sort_key(house, contract, meld):
    suit = meld["cards"][0][1]
    trump = 0
    if house["equal"] != "cancel" and is_trump(contract, suit):
        trump = 1
    return (rank_of(meld), trump, 10 - SUITS.find(suit))


def total_points(melds):
    total = 0
    for meld in melds:
        total += meld["points"]
    return total


def best_rank(melds):
    best = (0, 0)
    for meld in melds:
        if rank_of(meld) > best:
            best = rank_of(meld)
    return best


def hand_melds(house, contract, hand):
    """Return the melds of a hand that are worth the most points together, best first."""
    if house["melds"] == "off":
        return []
    carres = carres_held(house, contract, hand)
    # Try every choice of carrés, with sequences from the rest of the hand.
    choices = [[]]
    for carre in carres:
        more = []
        for choice in choices:
            more.append(choice + [carre])
        choices = choices + more
    best = None
    for choice in choices:
        used = []
        for carre in choice:
            used += carre["cards"]
        rest = []
        for card in hand:
            if card not in used:
                rest.append(card)
        melds = list(choice)
        if contract != "NT":
            for run in runs_held(rest):
                melds += melds_of_run(house, run)
        worth = (total_points(melds), best_rank(melds))
        if best is None or worth > best[0]:
            best = (worth, melds)
    return sorted(best[1], key=lambda meld: sort_key(house, contract, meld), reverse=True)


def best_side(house, contract, leader, entries):
    """Return the side that has the best meld.

    `entries` is a list of pairs (seat, meld). Return None if it is empty, or if the best melds of
    both sides are equal and the house decides for neither side.
    """
    if not entries:
        return None
    top = (0, 0)
    for _, meld in entries:
        if rank_of(meld) > top:
            top = rank_of(meld)
    equals = []
    for seat, meld in entries:
        if rank_of(meld) == top:
            equals.append((seat, meld))
    if one_side(house, equals):
        return side_of(house, equals[0][0])
    # Both sides have equal best sequences.
    if house["equal"] == "cancel":
        return None
    trumps = []
    for seat, meld in equals:
        if is_trump(contract, meld["cards"][0][1]):
            trumps.append((seat, meld))
    if trumps:
        equals = trumps
        if one_side(house, equals):
            return side_of(house, equals[0][0])
    if house["equal"] == "trump-cancel":
        return None
    for steps in range(len(seats_of(house))):
        seat = seat_after(house, leader, steps)
        for holder, _ in equals:
            if holder == seat:
                return side_of(house, seat)
    return None


def one_side(house, entries):
    for seat, _ in entries:
        if side_of(house, seat) != side_of(house, entries[0][0]):
            return False
    return True


def contest(house, contract, leader, melds):
    """Return the meld points of each side; `melds` has the melds of each seat."""
    score = {}
    for side in sides_of(house):
        score[side] = 0
    carres = []
    sequences = []
    for seat in seats_of(house):
        for meld in melds[seat]:
            if meld["kind"] == "carre":
                carres.append((seat, meld))
            else:
                sequences.append((seat, meld))

    def give(side, entries):
        for seat, meld in entries:
            if side_of(house, seat) == side:
                score[side] += meld["points"]

    if house["contest"] == "one":
        owner = best_side(house, contract, leader, carres + sequences)
        give(owner, carres + sequences)
    elif house["contest"] == "apart":
        give(best_side(house, contract, leader, carres), carres)
        give(best_side(house, contract, leader, sequences), sequences)
    elif not carres:
        give(best_side(house, contract, leader, sequences), sequences)
    else:
        give(best_side(house, contract, leader, carres), carres)
        for side in sides_of(house):
            other_has = False
            for seat, _ in carres:
                if side_of(house, seat) == other_side(house, side):
                    other_has = True
            if not other_has:
                give(side, sequences)
    return score


def melds(house, contract, leader, hands):
    found = {}
    for seat in seats_of(house):
        found[seat] = hand_melds(house, contract, hands[seat])
    return {"melds": found, "score": contest(house, contract, leader, found)}

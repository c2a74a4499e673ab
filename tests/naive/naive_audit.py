# The naive implementation of the audit: proofs and suspicion from the laid cards. It finds proofs
# by trying all possible hands. If these are too many, it tries pairs of cards.

from naive_cards import all_cards, hand_size, seats_of
from naive_play import duty_broken, follow_plays

# The duties. If a play breaks several, the first one in this list counts.
CODES = ["revoke", "no-rise", "no-trump", "no-overtrump", "not-lowest"]
NOBODY = "-"
TRY_EVERY_HAND = 3000  # up to this number of possible hands, try every hand


def pair_code(house, contract, step, other):
    """Return the duty that a play breaks if `other` is in the hand, None if it breaks no duty.

    A play is legal from a hand exactly when it is legal from every hand of two cards: the laid
    card and one other. `test_lemma_of_pairs` checks this.
    """
    return duty_broken(
        house, contract, step["leader"], step["trick"], [step["card"], other], step["card"]
    )


def first_code(codes):
    for code in CODES:
        if code in codes:
            return code
    return None


def how_many_hands(pool, size):
    count = 1
    for i in range(size):
        count = count * (pool - i) // (i + 1)
    return count


def every_choice(cards, size):
    """Yield each choice of `size` of the cards, as a list."""
    if size == 0:
        yield []
        return
    for i in range(len(cards) - size + 1):
        for rest in every_choice(cards[i + 1 :], size - 1):
            yield [cards[i]] + rest


def known_cards(seats, known, shown, out, moment):
    """Return the cards of each seat that are known from the start or shown up to play `moment`.

    The result is a dict by seat. Its key `NOBODY` has the cards that are in no hand. The other
    arguments are those of `audit`.
    """
    table = {NOBODY: list(out)}
    for seat in seats:
        table[seat] = list(known.get(seat, []))
        for after, shower, card in shown:
            if shower == seat and after <= moment and card not in table[seat]:
                table[seat].append(card)
    return table


def hand_at(house, steps, table, index, moment):
    """Return a player's hand just before play `index`, as it is known after play `moment`.

    The three results are the cards that are certain, the cards that are possible, and the number
    of possible cards that were in the hand. `table` is the result of `known_cards` for `moment`.
    """
    seat = steps[index]["seat"]
    laid_before = []
    surely = []
    seen = []
    for step in steps[: moment + 1]:
        seen.append(step["card"])
        if step["seat"] == seat:
            if step["play"] < index:
                laid_before.append(step["card"])
            else:
                surely.append(step["card"])
    for card in table[seat]:
        if card not in laid_before and card not in surely:
            surely.append(card)
    for other in table:
        if other != seat:
            seen += table[other]
    maybe = []
    for card in all_cards():
        if card not in seen and card not in surely:
            maybe.append(card)
    return surely, maybe, hand_size(house) - len(laid_before) - len(surely)


def codes_by_trying(house, contract, step, surely, maybe, missing):
    """Return each duty that the play breaks with some possible hand.

    Return None if the play is legal with at least one possible hand.
    """
    codes = []
    for more in every_choice(maybe, missing):
        code = duty_broken(
            house, contract, step["leader"], step["trick"], surely + more, step["card"]
        )
        if code is None:
            return None
        if code not in codes:
            codes.append(code)
    return codes


def codes_by_pairs(house, contract, step, surely, maybe, missing):
    """Return the result of `codes_by_trying`, computed from pairs of cards (see `pair_code`)."""
    sure_codes = []
    for card in surely:
        if card != step["card"]:
            code = pair_code(house, contract, step, card)
            if code is not None:
                sure_codes.append(code)
    maybe_codes = []
    innocent = 0
    for card in maybe:
        code = pair_code(house, contract, step, card)
        maybe_codes.append(code)
        if code is None:
            innocent += 1
    if not sure_codes and innocent >= missing:
        return None
    # A code is possible if some hand has a card for it and no card for an earlier code.
    codes = []
    for code in CODES:
        place = CODES.index(code)
        earlier = False
        for other in sure_codes:
            if CODES.index(other) < place:
                earlier = True
        if earlier:
            continue
        fitting = 0
        with_code = 0
        for other in maybe_codes:
            if other is None or CODES.index(other) >= place:
                fitting += 1
            if other == code:
                with_code += 1
        if fitting >= missing and (code in sure_codes or (with_code > 0 and missing > 0)):
            codes.append(code)
    return codes


def proof_of(house, contract, steps, table, index, moment):
    """Return the broken duty if play `index` is proved illegal after play `moment`, else None.

    If cards that were certainly in the hand prove that several duties are broken, return the one
    that comes first in `CODES`.
    Return "offence" if the play is illegal, but it is uncertain which duty it breaks.
    """
    step = steps[index]
    surely, maybe, missing = hand_at(house, steps, table, index, moment)
    direct = []
    for card in surely:
        if card != step["card"]:
            code = pair_code(house, contract, step, card)
            if code is not None:
                direct.append(code)
    if how_many_hands(len(maybe), missing) <= TRY_EVERY_HAND:
        codes = codes_by_trying(house, contract, step, surely, maybe, missing)
    else:
        codes = codes_by_pairs(house, contract, step, surely, maybe, missing)
    if codes is None:
        return None
    if direct:
        return first_code(direct)
    if len(codes) == 1:
        return codes[0]
    return "offence"


def can_be_dealt(house, cards, room, banned):
    """Return whether each seat can get `room[seat]` of the cards and none of `banned[seat]`.

    With two players some cards are left over.
    """
    seats = []
    for seat in seats_of(house):
        if room[seat] > 0:
            seats.append(seat)
    spare = len(cards)
    for seat in seats:
        spare -= room[seat]
    if spare < 0:
        return False

    def takers(card):
        count = 0
        for seat in seats:
            if card not in banned[seat]:
                count += 1
        return count

    queue = sorted(cards, key=lambda card: (takers(card), card))
    dead_ends = set()

    def go(place, left, spare):
        if place == len(queue):
            return True
        if (place, left, spare) in dead_ends:
            return False
        for i in range(len(seats)):
            if left[i] > 0 and queue[place] not in banned[seats[i]]:
                if go(place + 1, left[:i] + (left[i] - 1,) + left[i + 1 :], spare):
                    return True
        if spare > 0 and go(place + 1, left, spare - 1):
            return True
        dead_ends.add((place, left, spare))
        return False

    return go(0, tuple([room[seat] for seat in seats]), spare)


def every_set(items):
    sets = [[]]
    for item in items:
        sets = sets + [one + [item] for one in sets]
    return sets


def suspicion_of(house, contract, steps, table, proofs):
    proved = []
    for proof in proofs:
        proved.append(proof["play"])
    seats = seats_of(house)
    unseen = []
    laid = {}
    for seat in seats:
        laid[seat] = []
    for step in steps:
        laid[step["seat"]].append(step["card"])
    room = {}
    taken = list(table[NOBODY])
    for seat in seats:
        room[seat] = hand_size(house) - len(laid[seat])
        taken += laid[seat]
        for card in table[seat]:
            if card not in laid[seat]:
                room[seat] -= 1
                taken.append(card)
    for card in all_cards():
        if card not in taken:
            unseen.append(card)
    # For each seat collect the cards that it cannot hold if all its unproved plays were legal.
    banned = {}
    for seat in seats:
        banned[seat] = []
    for step in steps:
        if step["play"] in proved:
            continue
        for card in unseen:
            if card not in banned[step["seat"]]:
                if pair_code(house, contract, step, card) is not None:
                    banned[step["seat"]].append(card)
    guilty = None
    size = 0
    while guilty is None:
        for aside in every_set(seats):
            if len(aside) != size:
                continue
            rules = {}
            for seat in seats:
                rules[seat] = banned[seat]
                if seat in aside:
                    rules[seat] = []
            if can_be_dealt(house, unseen, room, rules):
                if guilty is None:
                    guilty = []
                guilty += aside
        size += 1
    if not guilty:
        return None
    named = []
    for seat in seats:
        if seat in guilty:
            named.append(seat)
    return {"seats": named}


def audit(house, contract, leader, known, plays, shown=(), out=()):
    """Audit the plays of a deal; return proofs and suspicion.

    `known` is a dict {seat: [cards]} of the cards known from the start. `shown` has a triple
    (after, seat, card) for each card that was shown right after the play `after`. `out` has the
    cards that are in no hand. The suspicion is None, or a dict with the seats.
    """
    seats = seats_of(house)
    steps = follow_plays(house, contract, leader, plays)
    proofs = []
    proved = []
    for moment in range(len(steps)):
        table = known_cards(seats, known, shown, out, moment)
        for index in range(moment + 1):
            if index in proved:
                continue
            code = proof_of(house, contract, steps, table, index, moment)
            if code is not None:
                proved.append(index)
                proofs.append(
                    {
                        "seat": steps[index]["seat"],
                        "play": index,
                        "card": steps[index]["card"],
                        "code": code,
                        "proved_by": moment,
                    }
                )
    table = known_cards(seats, known, shown, out, len(steps))
    return {"proofs": proofs, "suspicion": suspicion_of(house, contract, steps, table, proofs)}

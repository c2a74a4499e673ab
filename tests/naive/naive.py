# Entry point of the naive second implementation of the rules. Requests and answers are dicts in
# the form of docs/rules-pipe.md. Requests must be valid.

from naive_auction import auction, match_result, next_dealer
from naive_audit import audit
from naive_cards import all_cards, hand_size, load_house, read_card, seats_of, side_of, sides_of
from naive_melds import melds
from naive_play import duty_broken, legal, winner
from naive_score import broken_off, deal

__all__ = [
    "all_cards",
    "answer",
    "auction",
    "audit",
    "broken_off",
    "deal",
    "duty_broken",
    "hand_size",
    "legal",
    "load_house",
    "match_result",
    "melds",
    "next_dealer",
    "read",
    "read_card",
    "seats_of",
    "side_of",
    "sides_of",
    "winner",
]


def answer(house, request):
    """Return the answer to a request with op legal, winner, melds, deal or audit.

    The answer does not have the field `ok`.
    """
    op = request["op"]
    contract = request["contract"]
    leader = request["leader"]
    if op == "legal":
        return legal(house, contract, leader, read(request["trick"]), read(request["hand"]))
    if op == "winner":
        return winner(house, contract, leader, read(request["trick"]))
    if op == "audit":
        known = {}
        for seat in request["known"]:
            known[seat] = read(request["known"][seat])
        return audit(house, contract, leader, known, read(request["plays"]))
    hands = {}
    for seat in request["hands"]:
        hands[seat] = read(request["hands"][seat])
    if op == "melds":
        return melds(house, contract, leader, hands)
    return deal(
        house,
        contract,
        request["taker"],
        leader,
        request["factor"],
        request["hanging"],
        hands,
        read(request["plays"]),
    )


def read(cards):
    return [read_card(card) for card in cards]

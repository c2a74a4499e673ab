# The naive implementation of the bidding, the end of the match and the choice of the next dealer.

from naive_cards import other_side, seat_after, seats_of, side_of, sides_of

CONTRACTS = ["C", "D", "H", "S", "NT", "AT"]  # lowest first


def auction(house, elder, calls, upcard=None, second_round_allowed=False):
    """Return the state of the bidding after these calls; the elder makes the first one.

    A call is C, D, H, S, NT, AT, pass, double, redouble or third. `upcard` is the suit of the
    upcard; it is not used in houses with `bidding: auction`. `second_round_allowed` matters only
    in houses with `bidding: once`: it is True if this deal may have two rounds.

    In the result `state` is open, contract or thrown-in. `error_at` is the index of the first
    wrong call, or None. After a wrong call the other fields have the state before this call.
    """
    now = {
        "state": "open",
        "contract": None,
        "taker": None,
        "factor": 1,
        "round": 1,
        "error_at": None,
    }
    memory = {"passes": 0, "doubler": None, "calls": 0}
    for index in range(len(calls)):
        seat = seat_after(house, elder, index)
        if now["state"] != "open":
            now["error_at"] = index
            return now
        if house["bidding"] == "auction":
            good = bid(house, now, memory, seat, calls[index])
        else:
            good = take(house, now, memory, seat, calls[index], upcard, second_round_allowed)
        if not good:
            now["error_at"] = index
            return now
    return now


def take(house, now, memory, seat, call, upcard, second_round_allowed):
    players = len(seats_of(house))
    if call == "pass":
        memory["passes"] += 1
        if memory["passes"] == players:
            another = now["round"] == 1
            if house["bidding"] == "once" and not second_round_allowed:
                another = False
            if another:
                now["round"] = 2
                memory["passes"] = 0
            else:
                now["state"] = "thrown-in"
        return True
    if call not in ["C", "D", "H", "S"]:
        return False
    if now["round"] == 1 and call != upcard:
        return False
    if now["round"] == 2 and house["bidding"] == "suit" and call == upcard:
        return False
    now["state"] = "contract"
    now["contract"] = call
    now["taker"] = seat
    return True


def bid(house, now, memory, seat, call):
    if call == "pass":
        memory["passes"] += 1
        if now["contract"] is None:
            if memory["passes"] == 4:
                now["state"] = "thrown-in"
        elif memory["passes"] == 3:
            now["state"] = "contract"
        return True
    if call in CONTRACTS:
        if now["contract"] is not None:
            if CONTRACTS.index(call) <= CONTRACTS.index(now["contract"]):
                return False
        now["contract"] = call
        now["taker"] = seat
        now["factor"] = 1
        memory["passes"] = 0
        return True
    if now["contract"] is None:
        return False
    ours = side_of(house, seat) == side_of(house, now["taker"])
    if call == "double":
        if ours or now["factor"] != 1:
            return False
        now["factor"] = 2
    elif call == "redouble":
        if not ours or now["factor"] != 2:
            return False
        now["factor"] = 4
        if now["contract"] == "AT" and house["third"] == "no":
            now["state"] = "contract"
    elif call == "third":
        if house["third"] == "no" or ours or now["factor"] != 4:
            return False
        now["factor"] = 8
        if now["contract"] == "AT":
            now["state"] = "contract"
    else:
        return False
    memory["passes"] = 0
    return True


def match_result(house, scores, capot_happened=False):
    """Return the side that has won the match, or None while it continues.

    `scores` has the points of both sides after a deal, as a dict. `capot_happened` is True if a
    side took every trick of this deal.
    """
    one, two = sides_of(house)
    if scores[one] < house["target"] and scores[two] < house["target"]:
        return None
    if scores[one] == scores[two]:
        return None
    if capot_happened and house["end_capot"] == "no":
        return None
    if scores[one] > scores[two]:
        return one
    return two


def next_dealer(house, dealer, thrown_in=False, hand_scores=None):
    if house["next"] == "turn":
        return seat_after(house, dealer, 1)
    if thrown_in:
        return seat_after(house, dealer, 1)
    mine = side_of(house, dealer)
    theirs = other_side(house, mine)
    if hand_scores[theirs] > hand_scores[mine]:
        return seat_after(house, dealer, 1)
    return dealer

# The naive implementation of the score of one deal.

from naive_cards import card_points, hand_size, other_side, seats_of, side_of, sides_of
from naive_melds import melds as all_melds
from naive_play import faults, finished_tricks, follow_plays


def belotes_called(house, contract, tricks):
    """Return each side's belote points if the players call every belote in time.

    With `order: king` a belote counts only if the king was laid before the queen.
    """
    score = {}
    for side in sides_of(house):
        score[side] = 0
    if contract == "NT":
        return score
    suits = [contract]
    if contract == "AT":
        suits = ["S", "H", "D", "C"]
    fallen = []  # (card, seat) in the order of play
    for trick in tricks:
        seats = seats_of(house)
        first = seats.index(trick["leader"])
        for i in range(len(trick["cards"])):
            fallen.append((trick["cards"][i], seats[(first + i) % len(seats)]))
    for suit in suits:
        king = None
        queen = None
        for i in range(len(fallen)):
            if fallen[i][0] == "K" + suit:
                king = (i, fallen[i][1])
            if fallen[i][0] == "Q" + suit:
                queen = (i, fallen[i][1])
        if king is None or queen is None or king[1] != queen[1]:
            continue
        if house["order"] == "king" and king[0] > queen[0]:
            continue
        score[side_of(house, king[1])] += 20
    return score


def nearest_ten(points):
    """Round to the nearest multiple of ten; a last digit of 5 is rounded up."""
    unit = points % 10
    if unit >= 5:
        return points - unit + 10
    return points - unit


def round_one(house, points):
    """Round the score of one side without regard to the score of the other."""
    if house["rounding"] == "ten":
        return nearest_ten(points)
    if house["rounding"] == "match":
        return nearest_ten(points) // 10
    return points


def round_pair(house, contract, taker_points, defender_points):
    """Round the scores of two sides that both keep their points: contract made, or a tie."""
    if house["rounding"] != "match":
        return round_one(house, taker_points), round_one(house, defender_points)
    if taker_points == 0 or defender_points == 0:
        # One side has all points.
        return round_one(house, taker_points), round_one(house, defender_points)
    limit = 6
    if contract == "AT":
        limit = 4
    if contract == "NT":
        limit = 5

    def match_points(points, up_on_limit):
        if points % 10 < limit:
            return points // 10
        if points % 10 > limit or up_on_limit:
            return points // 10 + 1
        return points // 10

    # If the last digit equals the limit, the lower score is rounded up and the higher one down.
    # Of equal scores the taker's score, which hangs, is rounded up and the defenders' down.
    return (
        match_points(taker_points, taker_points <= defender_points),
        match_points(defender_points, defender_points < taker_points),
    )


def deal(house, contract, taker, leader, factor, hanging, hands, plays):
    sides = sides_of(house)
    tricks = finished_tricks(house, contract, leader, plays)

    # Count the card points and tricks of each side.
    cards = {}
    won = {}
    counting = {}
    for side in sides:
        cards[side] = 0
        won[side] = 0
        counting[side] = False
    for trick in tricks:
        side = side_of(house, trick["winner"])
        won[side] += 1
        for card in trick["cards"]:
            points = card_points(house, contract, card)
            cards[side] += points
            if points > 0:
                counting[side] = True
    last_side = side_of(house, tricks[-1]["winner"])
    everything = None  # the side that took every trick
    for side in sides:
        if won[side] == hand_size(house):
            everything = side
    if not (everything is not None and house["capot_as"] == "premium"):
        cards[last_side] += 10

    melds = all_melds(house, contract, leader, hands)["score"]
    belote = belotes_called(house, contract, tricks)
    if house["counting_trick"] == "yes":
        for side in sides:
            if not counting[side]:
                melds[side] = 0
                belote[side] = 0

    answer = score_hand(house, contract, taker, factor, hanging, cards, won, melds, belote)
    answer["cards"] = cards
    answer["tricks"] = won
    answer["melds"] = melds
    answer["belote"] = belote
    answer["faults"] = faults(house, contract, leader, hands, plays)
    return answer


def broken_off(house, contract, leader, plays, melds):
    """Return each side's points so far when a player calls out after these plays.

    Complete tricks count, and belotes if both cards have been laid. `melds` has the meld points of
    each side. With `counting_trick: yes` melds and belotes count only for a side that has won a
    trick with points.
    """
    sides = sides_of(house)
    score = {}
    counting = {}
    for side in sides:
        score[side] = 0
        counting[side] = False
    for trick in finished_tricks(house, contract, leader, plays):
        for card in trick["cards"]:
            points = card_points(house, contract, card)
            side = side_of(house, trick["winner"])
            score[side] += points
            if points > 0:
                counting[side] = True
    tricks = []
    for step in follow_plays(house, contract, leader, plays):
        tricks.append({"leader": step["seat"], "cards": [step["card"]]})
    belote = belotes_called(house, contract, tricks)
    for side in sides:
        if counting[side] or house["counting_trick"] == "no":
            score[side] += melds[side] + belote[side]
    return score


def score_hand(house, contract, taker, factor, hanging, cards, won, melds, belote):
    """Return outcome, score and hanging sum of a deal.

    `taker` may be None in a house with `success: none`. `hanging` has the points that hang from
    earlier deals. The last four arguments are dicts by side. `cards` has the card points, with the
    ten points for the last trick if they count. `won` has the number of tricks. `melds` and
    `belote` have the points that count.
    """
    sides = sides_of(house)
    answer = {}
    everything = None  # the side that took every trick
    for side in sides:
        if won[side] == hand_size(house):
            everything = side

    attackers = None
    defenders = None
    if taker is not None:
        attackers = side_of(house, taker)
        defenders = other_side(house, attackers)

    # Compute the points for a capot, and add them to the card points, unless they replace the card
    # points (`capot_as: value`).
    times = 1
    if contract == "NT":
        times = house["nt"]
    prize = 0
    if everything is not None:
        if taker is None or everything == attackers:
            prize = house["capot"]
        else:
            prize = house["reverse"]
    worth = {}
    for side in sides:
        worth[side] = cards[side]
        if side == everything and house["capot_as"] != "value":
            worth[side] += prize
    by_value = everything is not None and house["capot_as"] == "value"

    total = {}
    compared = {}
    for side in sides:
        total[side] = (worth[side] + melds[side] + belote[side]) * times
        compared[side] = total[side]
        if house["belote_counts"] == "no":
            compared[side] -= belote[side] * times

    def value_scores():
        """Return the unrounded scores of a capot in a house with `capot_as: value`."""
        score = {}
        loser = other_side(house, everything)
        word = house["capot_melds"]
        if taker is not None and everything == defenders:
            word = house["reverse_melds"]
        score[everything] = prize + melds[everything] + belote[everything]
        score[loser] = 0
        if word == "all":
            score[everything] += melds[loser]
        else:
            score[loser] += melds[loser]
        if house["capot_belote"] == "all":
            score[everything] += belote[loser]
        else:
            score[loser] += belote[loser]
        for side in sides:
            score[side] *= times
        return score

    score = {}
    new_hanging = 0
    failed = []  # sides that failed their contract or lost a doubled deal

    if house["success"] == "none":
        outcome = "scored"
        if everything is not None:
            outcome = "capot"
        before = total
        if by_value:
            before = value_scores()
        for side in sides:
            score[side] = round_one(house, before[side])
        answer["outcome"] = outcome
        answer["score"] = take_kirtik(house, score, won, failed)
        answer["hanging"] = hanging
        return answer

    # Find the outcome.
    mine = compared[attackers]
    theirs = compared[defenders]
    if by_value:
        outcome = "made"
        if everything == defenders:
            outcome = "failed"
    elif factor > 1:
        outcome = "failed"
        if mine > theirs:
            outcome = "made"
        if mine == theirs:
            outcome = "litige"
    elif house["success"] == "quota":
        outcome = "failed"
        if mine >= house["quota"]:
            outcome = "made"
    else:
        outcome = "failed"
        if mine > theirs:
            outcome = "made"
            if house["success"] == "both" and mine < house["quota"]:
                outcome = "failed"
        if mine == theirs:
            outcome = "litige"
    if outcome == "litige" and house["litige"] == "failed":
        outcome = "failed"

    # Compute the scores.
    if outcome == "litige":
        if factor > 1:
            score[attackers] = 0
            score[defenders] = 0
            new_hanging = round_one(house, total[attackers] + total[defenders]) * factor
        elif house["litige"] == "shared":
            one, two = round_pair(house, contract, total[attackers], total[defenders])
            score[attackers] = one
            score[defenders] = two
        else:
            at_once = 0
            if house["litige_belote"] == "own":
                at_once = belote[attackers] * times
            # A belote is a multiple of ten, so it can be subtracted after the rounding.
            one, two = round_pair(house, contract, total[attackers], total[defenders])
            score[attackers] = round_one(house, at_once)
            score[defenders] = two
            new_hanging = one - round_one(house, at_once)
    elif by_value:
        before = value_scores()
        for side in sides:
            score[side] = round_one(house, before[side])
        if outcome == "failed":
            failed.append(attackers)
        elif factor > 1:
            failed.append(defenders)
    elif factor > 1:
        winner = attackers
        if outcome == "failed":
            winner = defenders
        loser = other_side(house, winner)
        stake = round_one(house, total[winner] + total[loser])
        if everything != winner:
            stake *= factor
        score[winner] = stake
        score[loser] = 0
        failed.append(loser)
    elif outcome == "made":
        one, two = round_pair(house, contract, total[attackers], total[defenders])
        score[attackers] = one
        score[defenders] = two
    else:
        for_cards = house["fail"]
        if for_cards == 0:
            for_cards = worth[attackers] + worth[defenders]
        gets = for_cards + melds[defenders] + belote[defenders]
        keeps = 0
        if house["fail_melds"] == "all":
            gets += melds[attackers]
        else:
            keeps += melds[attackers]
        if house["fail_belote"] == "all":
            gets += belote[attackers]
        else:
            keeps += belote[attackers]
        score[defenders] = round_one(house, gets * times)
        score[attackers] = round_one(house, keeps * times)
        failed.append(attackers)

    # Points that hang from an earlier deal are already rounded and never multiplied.
    if outcome == "made":
        score[attackers] += hanging
    elif outcome == "failed":
        score[defenders] += hanging
    elif house["again"] == "pays":
        score[defenders] += hanging
    else:
        new_hanging += hanging

    if outcome == "made" and everything == attackers:
        outcome = "capot"
    if outcome == "failed" and everything == defenders:
        outcome = "reverse-capot"

    answer["outcome"] = outcome
    answer["score"] = take_kirtik(house, score, won, failed)
    answer["hanging"] = new_hanging
    return answer


def bottom_is_missed(house, shown, laid):
    """Return whether the dealer has forgotten to show the bottom card.

    In a house where the upcard stays on the table, the dealer must show the bottom card before
    both players have laid a card. `laid` is the number of all cards laid.
    """
    return house["upcard"] == "stays" and not shown and laid >= len(seats_of(house))


def take_kirtik(house, score, won, failed):
    for side in score:
        if side in failed or won[side] == 0:
            score[side] -= house["kirtik"]
    return score

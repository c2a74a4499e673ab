# The naive implementation of the play: legal cards, broken duties, winners of tricks.

from naive_cards import are_partners, card_points, height, is_trump, seat_after, seats_of


def beats(house, contract, card, best):
    """Return whether `card`, laid later, beats `best`, the winning card so far."""
    if card[1] == best[1]:
        return height(house, contract, card) > height(house, contract, best)
    # A card of another suit wins only if its suit is the contract. AT and NT are not suits.
    return card[1] == contract


def winning_index(house, contract, trick):
    best = 0
    for i in range(1, len(trick)):
        if beats(house, contract, trick[i], trick[best]):
            best = i
    return best


def higher_than(house, contract, cards, limit):
    """Return the cards that are higher than `limit`; all must have the suit of `limit`."""
    found = []
    for card in cards:
        if height(house, contract, card) > height(house, contract, limit):
            found.append(card)
    return found


def lowest_of(house, contract, cards):
    low = cards[0]
    for card in cards:
        if height(house, contract, card) < height(house, contract, low):
            low = card
    return low


def highest_of(house, contract, cards):
    top = cards[0]
    for card in cards:
        if height(house, contract, card) > height(house, contract, top):
            top = card
    return top


def of_suit(cards, suit):
    found = []
    for card in cards:
        if card[1] == suit:
            found.append(card)
    return found


def duty_broken(house, contract, leader, trick, hand, card):
    """Return the duty broken by playing `card`, which is in `hand`; None if the play is legal."""
    if not trick:
        return None
    led = trick[0][1]
    me = seat_after(house, leader, len(trick))
    best = winning_index(house, contract, trick)
    best_card = trick[best]
    partner_wins = are_partners(house, me, seat_after(house, leader, best))
    same = of_suit(hand, led)

    if same:
        if card[1] != led:
            return "revoke"
        if is_trump(contract, led):
            if partner_wins and house["rise_partner"] == "free":
                return None
            higher = higher_than(house, contract, same, best_card)
            if higher:
                if card in higher:
                    return None
                return "no-rise"
            if house["no_rise"] == "lowest" and card != lowest_of(house, contract, same):
                return "not-lowest"
            return None
        # A plain suit is led.
        if contract == "NT" or house["rise_plain"] == "no":
            return None
        if house["rise_plain"] == "opponents" and partner_wins:
            return None
        top = highest_of(house, contract, of_suit(trick, led))
        higher = higher_than(house, contract, same, top)
        if higher and card not in higher:
            return "no-rise"
        return None

    # The player is void in the led suit.
    if contract == "AT" or contract == "NT" or led == contract:
        return None
    trumps = of_suit(hand, contract)
    if not trumps:
        return None
    is_cut = best_card[1] == contract
    higher = []
    if is_cut:
        higher = higher_than(house, contract, trumps, best_card)

    if partner_wins:
        word = house["partner"]
        if word == "free":
            duty = "none"
        elif word == "plain":
            duty = "none"
            if is_cut and house["overcut"] == "must":
                duty = "over"
        elif word == "trump":
            duty = "trump"
        else:
            duty = "trump"
            if is_cut:
                duty = "over"
    elif is_cut:
        duty = "none"
        if house["overcut"] == "must":
            duty = "over"
    else:
        duty = "none"
        if house["cut"] == "must":
            duty = "trump"

    if duty == "over":
        if higher:
            if card not in trumps:
                return "no-trump"
            if card not in higher:
                return "no-overtrump"
            return None
        if house["under"] == "free":
            return None
        if card not in trumps:
            return "no-trump"
        if house["under"] == "lowest" and card != lowest_of(house, contract, trumps):
            return "not-lowest"
        return None

    if duty == "trump" and card not in trumps:
        return "no-trump"
    if partner_wins and is_cut and house["over_partner"] == "higher":
        if card in trumps and higher and card not in higher:
            return "no-overtrump"
    return None


def legal(house, contract, leader, trick, hand):
    good = []
    why = {}
    for card in hand:
        code = duty_broken(house, contract, leader, trick, hand, card)
        if code is None:
            good.append(card)
        else:
            why[card] = code
    return {"legal": good, "why": why}


def winner(house, contract, leader, trick):
    if not trick:
        return {"seat": None, "points": 0}
    points = 0
    for card in trick:
        points += card_points(house, contract, card)
    index = winning_index(house, contract, trick)
    return {"seat": seat_after(house, leader, index), "points": points}


def follow_plays(house, contract, leader, plays):
    """Return a dict for each play, with the leader and the earlier cards of its trick."""
    steps = []
    players = len(seats_of(house))
    trick = []
    for index in range(len(plays)):
        seat = seat_after(house, leader, len(trick))
        steps.append(
            {
                "play": index,
                "seat": seat,
                "card": plays[index],
                "leader": leader,
                "trick": list(trick),
            }
        )
        trick.append(plays[index])
        if len(trick) == players:
            leader = winner(house, contract, leader, trick)["seat"]
            trick = []
    return steps


def finished_tricks(house, contract, leader, plays):
    """Return leader, winner and cards of each complete trick."""
    players = len(seats_of(house))
    tricks = []
    for start in range(0, len(plays) - players + 1, players):
        cards = plays[start : start + players]
        seat = winner(house, contract, leader, cards)["seat"]
        tricks.append({"leader": leader, "winner": seat, "cards": cards})
        leader = seat
    return tricks


def faults(house, contract, leader, hands, plays):
    """Return every illegal play, given the dealt hands. Illegal cards are not taken back."""
    left = {}
    for seat in hands:
        left[seat] = list(hands[seat])
    found = []
    for step in follow_plays(house, contract, leader, plays):
        seat = step["seat"]
        card = step["card"]
        code = duty_broken(house, contract, step["leader"], step["trick"], left[seat], card)
        if code is not None:
            found.append({"seat": seat, "play": step["play"], "card": card, "code": code})
        left[seat].remove(card)
    return found

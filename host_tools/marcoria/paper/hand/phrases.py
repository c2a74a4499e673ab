"""What is printed of a hand, in words."""

from marcoria.paper.telling import BROKEN_OFF, UNFINISHED

KINDS = ("a tierce", "a fifty", "a hundred", "a carré")
OFFENCES = {
    "revoke": "did not follow suit",
    "no-rise": "did not beat the trick",
    "no-trump": "did not trump",
    "no-overtrump": "did not trump higher",
    "not-lowest": "did not lay the lowest trump",
    "out-of-turn": "out of turn",
    "false-meld": "announced a meld that was none",
    "false-belote": "called belote without the pair",
    "false-call-out": "called out and was wrong",
    "misdeal": "dealt wrong",
    "exposed": "uncovered a card",
    "meld-not-shown": "did not show a meld",
    "bottom-not-shown": "did not show the bottom card",
    "heaped-tricks": "heaped tricks",
    "signal": "gave a sign",
    "offence": "broke a rule",
}
OUTCOMES = {
    "made": "{taker} made the contract",
    "failed": "{taker} failed",
    "litige": "Litige: both have the same",
    "capot": "Capot: all tricks to one side",
    "reverse-capot": "Capot against {taker}",
    "scored": "Each side scores its own",
    "passed-out": "All passed",
    "misdeal": "Misdealt",
    "void": "Void by a ruling",
    "undone": "Taken back",
    BROKEN_OFF: "The match ended here",
    UNFINISHED: "Not finished",
}

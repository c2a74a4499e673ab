"""The keys of a house file: docs/houses.md says what each means.

A key whose values are words is loaded as the place of its word.
"""

# Each key, and the words that it may be; or "#" and the largest number, or nothing for any text.
KEYS = """name
players 4 2
direction ccw cw
packets 3+2 either 3+3
rest elder taker after
upcard taken stays none
bidding suit once auction
third no x8 match
next turn score
opening draw winners
shuffle always first never
draw lowest court run
king 4 10
plain ATKQJ987 AKQJT987
rise_partner must free
no_rise any lowest
rise_plain no must opponents
cut must free
overcut must free
under must free lowest
partner free plain trump over
over_partner any higher
melds off on
contest one apart carre
equal cancel trump-elder trump-cancel
eight 100 120
no_trump none aces
counting_trick no yes
calls each first
order any king
late void salt
word first king queen
belote_counts no yes
success none more quota both
quota # 999
fail # 999
fail_melds own all
fail_belote own all
capot_as value bonus premium
capot # 999
capot_melds own all
capot_belote own all
reverse # 999
reverse_melds own all
litige hangs failed shared
litige_belote own hangs
again adds pays
rounding none ten match
nt # 9
kirtik # 99
target # 9999
end_capot no yes
call_out no lead any
look # 8
taken shown hidden
seven no yes
discipline refuse warn points forfeit
fine # 999"""

# What a key means that a file leaves out, so that it outlives keys that come later. Those that are
# not here must be there: no value of theirs would go with all others.
DEFAULTS = """direction: ccw
rest: elder
third: no
next: turn
opening: draw
shuffle: always
draw: lowest
king: 4
plain: ATKQJ987
rise_partner: must
no_rise: any
rise_plain: no
cut: must
overcut: must
under: must
partner: free
over_partner: any
melds: on
contest: one
equal: trump-elder
eight: 100
no_trump: none
counting_trick: no
calls: each
order: any
late: void
word: first
belote_counts: yes
fail_melds: all
fail_belote: own
capot: 252
capot_melds: own
capot_belote: own
reverse: 252
reverse_melds: all
litige: hangs
again: adds
rounding: none
nt: 1
kirtik: 0
target: 1000
end_capot: yes
call_out: no
look: 1
taken: shown
seven: no
discipline: warn
fine: 10
"""

# Contradictions: when the first key has that word, the second must (or must not, "!") have its.
CONFLICTS = """bidding auction upcard none
bidding suit upcard !none
bidding once upcard !none
third x8 bidding auction
third match bidding auction
players 2 packets 3+3
players 4 packets !3+3
players 4 upcard !stays
next score players 2
seven yes upcard !none
rest after upcard !none
rest taker upcard !none
bidding auction litige !shared
bidding auction success !none
success quota quota !0
success both quota !0
success none quota 0
success more quota 0
success none litige hangs
success none capot_as !value
late salt calls each
capot_as bonus fail 0
capot_as premium fail 0
rounding match king 4
rounding match success !quota
rounding match litige !shared
rounding match litige_belote hangs
rounding match belote_counts yes
target 0 target !0
nt 0 nt !0"""

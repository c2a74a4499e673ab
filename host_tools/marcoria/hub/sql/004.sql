-- Players who have typed a nickname (hub serve --players). `fold` is the nickname as names are
-- compared, `secret` the SHA-256 of the cookie of the player's phone, `made` the time at which the
-- nickname was typed.
CREATE TABLE players (
    fold TEXT PRIMARY KEY,
    nickname TEXT NOT NULL,
    secret BLOB NOT NULL UNIQUE,
    made INTEGER NOT NULL
);

-- Seats at which players sit: from `since` on, and no longer at `until`. While a player sits there,
-- `until` is the end of the evening. Nobody has two seats at a time, and no seat two players.
CREATE TABLE sittings (
    player TEXT NOT NULL REFERENCES players (fold) ON DELETE CASCADE,
    name TEXT NOT NULL,
    seat TEXT NOT NULL,
    since INTEGER NOT NULL,
    until INTEGER NOT NULL,
    PRIMARY KEY (player, since)
);
CREATE INDEX sittings_until ON sittings (until);

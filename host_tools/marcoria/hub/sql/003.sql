-- Results know when their deals were played. They are derived anew from the frames.
DROP TABLE results;
DROP TABLE derived;

-- As in 002.sql, and `played`: the time at which the deal ended. `timed` is 1 if the table knew the
-- time; else `played` is `came`.
CREATE TABLE results (
    name TEXT NOT NULL,
    epoch INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    since INTEGER NOT NULL,
    dealt INTEGER NOT NULL,
    whole INTEGER NOT NULL,
    fresh INTEGER NOT NULL,
    first INTEGER NOT NULL,
    second INTEGER NOT NULL,
    winner INTEGER NOT NULL,
    mark INTEGER NOT NULL,
    sides TEXT NOT NULL,
    came INTEGER NOT NULL,
    played INTEGER NOT NULL,
    timed INTEGER NOT NULL,
    PRIMARY KEY (name, epoch, seq)
);
CREATE INDEX results_alike ON results (epoch, seq);

-- As in 002.sql, and the clock of the table (journal/clock.py) where the next derivation begins:
-- after all records before `last`, or before `upto` less the number of slots on a table's flash.
-- `zero` is in ms since 1970.
CREATE TABLE derived (
    name TEXT NOT NULL,
    epoch INTEGER NOT NULL,
    upto INTEGER NOT NULL,
    last INTEGER NOT NULL,
    zero INTEGER NOT NULL,
    boot INTEGER NOT NULL,
    ms INTEGER NOT NULL,
    PRIMARY KEY (name, epoch)
);

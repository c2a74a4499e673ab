-- Results of finished deals, derived from the frames by hub/results.py. `seq` is the record that
-- begins the checkpoint after the deal, `since` that of the checkpoint before it, `dealt` the record
-- that dealt the cards; -1 if there is none. `whole` is 1 if no record of the deal is missing,
-- `fresh` 1 if a match began since the checkpoint before. `first` and `second` are the points of the
-- match after the deal, `winner` is the side that has won the match, or -1. `came` is the time at
-- which the result reached the hub.
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
    came BIGINT NOT NULL,
    PRIMARY KEY (name, epoch, seq)
);
CREATE INDEX results_alike ON results (epoch, seq);
CREATE INDEX results_came ON results (came);

-- How far the results of a journal are derived: up to the record `upto`. `last` is the record that
-- begins the last checkpoint, or -1. Without a row nothing is derived.
CREATE TABLE derived (
    name TEXT NOT NULL,
    epoch INTEGER NOT NULL,
    upto INTEGER NOT NULL,
    last INTEGER NOT NULL,
    PRIMARY KEY (name, epoch)
);

-- How many messages were refused, by table and reason; the name is empty if no table is known.
CREATE TABLE refusals (
    name TEXT NOT NULL,
    reason TEXT NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (name, reason)
);
INSERT INTO refusals SELECT '', reason, count FROM refused;
DROP TABLE refused;

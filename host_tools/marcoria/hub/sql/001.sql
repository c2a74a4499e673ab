-- Tables that may send frames. A key is never shown.
CREATE TABLE tables (
    name TEXT PRIMARY KEY,
    title TEXT NOT NULL,
    key BLOB NOT NULL,
    enrolled INTEGER NOT NULL,
    revoked INTEGER
);

-- The journals of a table, one for each flash that it ever had. `hi` is the seq of the last record,
-- `chain` the MAC of the frame with it, `boot` the number of the table's last start, `begun` and
-- `heard` the times of the first and the last report. `fork` is the time at which two tables were
-- found to report as this one.
CREATE TABLE streams (
    name TEXT NOT NULL REFERENCES tables (name),
    epoch INTEGER NOT NULL,
    hi INTEGER NOT NULL,
    chain BLOB NOT NULL,
    boot INTEGER NOT NULL,
    begun INTEGER NOT NULL,
    heard INTEGER NOT NULL,
    fork INTEGER,
    PRIMARY KEY (name, epoch)
);

-- The frames, which are the truth: all else can be made from them.
CREATE TABLE frames (
    name TEXT NOT NULL,
    epoch INTEGER NOT NULL,
    after INTEGER NOT NULL,
    upto INTEGER NOT NULL,
    data BLOB NOT NULL,
    came INTEGER NOT NULL,
    PRIMARY KEY (name, epoch, after)
) WITHOUT ROWID;

-- How many messages were refused, by reason.
CREATE TABLE refused (
    reason TEXT PRIMARY KEY,
    count INTEGER NOT NULL
);

-- Tables that may send frames. A key is never shown.
CREATE TABLE tables (
    name TEXT PRIMARY KEY,
    title TEXT NOT NULL,
    key BYTEA NOT NULL,
    enrolled BIGINT NOT NULL,
    revoked BIGINT
);

-- The journals of a table, one for each flash that it ever had. `hi` is the seq of the last record,
-- `chain` the MAC of the frame with it, `boot` the number of the table's last start, `begun` and
-- `heard` the times of the first and the last report. `fork` is the time at which two tables were
-- found to report as this one.
CREATE TABLE streams (
    name TEXT NOT NULL REFERENCES tables (name),
    epoch BIGINT NOT NULL,
    hi BIGINT NOT NULL,
    chain BYTEA NOT NULL,
    boot BIGINT NOT NULL,
    begun BIGINT NOT NULL,
    heard BIGINT NOT NULL,
    fork BIGINT,
    PRIMARY KEY (name, epoch)
);

-- The frames, which are the truth: all else can be made from them.
CREATE TABLE frames (
    name TEXT NOT NULL,
    epoch BIGINT NOT NULL,
    after BIGINT NOT NULL,
    upto BIGINT NOT NULL,
    data BYTEA NOT NULL,
    came BIGINT NOT NULL,
    PRIMARY KEY (name, epoch, after)
);

-- How many messages were refused, by reason.
CREATE TABLE refused (
    reason TEXT PRIMARY KEY,
    count BIGINT NOT NULL
);

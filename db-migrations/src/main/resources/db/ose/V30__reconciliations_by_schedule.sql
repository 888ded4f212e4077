-- How far the comparison of users with their platforms has got that nobody asks for, and what became of the last one. One row.
CREATE TABLE reconciliation_run (
    id          int PRIMARY KEY CHECK (id = 1),
    started_at  timestamptz,
    -- Null while it is under way.
    finished_at timestamptz,
    -- Until then a node works on it, or nobody is to.
    lease_until timestamptz NOT NULL DEFAULT now(),
    -- Grows each time it is taken, so that a node which lost it notices.
    lease       bigint NOT NULL DEFAULT 0,
    -- The user behind whom it goes on; null from the start.
    position    uuid,
    checked     bigint NOT NULL DEFAULT 0,
    found       bigint NOT NULL DEFAULT 0,
    repaired    bigint NOT NULL DEFAULT 0,
    -- Why it was broken off the last time; it goes on later.
    problem     text COLLATE "C" NOT NULL DEFAULT ''
);
INSERT INTO reconciliation_run (id) VALUES (1);

-- Progress of jobs that compare the rows here with what platforms have.

-- Runs that compare what a platform lists with the rows of a bucket, open and finished.
CREATE TABLE sync_run (
    id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    tenant_id    uuid NOT NULL,
    bucket_id    bigint NOT NULL REFERENCES bucket (id) ON DELETE CASCADE,
    state        text COLLATE "C" NOT NULL DEFAULT 'WAITING'
                 CHECK (state IN ('WAITING', 'RUNNING', 'DONE', 'FAILED')),
    requested_at timestamptz NOT NULL DEFAULT now(),
    finished_at  timestamptz,
    -- Until then a node works on it; past it, or while it waits, from then on any node may take it.
    lease_until  timestamptz NOT NULL DEFAULT now(),
    lease        bigint NOT NULL DEFAULT 0,
    attempts     int NOT NULL DEFAULT 0,
    -- The key up to which both sides were compared.
    position     text COLLATE "C" NOT NULL DEFAULT '',
    listed       bigint NOT NULL DEFAULT 0,
    missing      bigint NOT NULL DEFAULT 0,
    extra        bigint NOT NULL DEFAULT 0,
    differing    bigint NOT NULL DEFAULT 0,
    -- How many uploads it had verified.
    uploads      bigint NOT NULL DEFAULT 0,
    problem      text COLLATE "C" NOT NULL DEFAULT '',
    CHECK ((state IN ('DONE', 'FAILED')) = (finished_at IS NOT NULL))
);
-- One at a time for each bucket.
CREATE UNIQUE INDEX sync_run_open ON sync_run (bucket_id) WHERE finished_at IS NULL;
CREATE INDEX sync_run_by_bucket ON sync_run (bucket_id, id);

-- Progress of the scheduled comparison of users with their platforms, and the result of the last one. One row.
CREATE TABLE reconciliation_run (
    id            int PRIMARY KEY CHECK (id = 1),
    started_at    timestamptz,
    -- Null while it runs.
    finished_at   timestamptz,
    -- Until then a node works on it, or the next one is not due.
    lease_until   timestamptz NOT NULL DEFAULT now(),
    lease         bigint NOT NULL DEFAULT 0,
    -- The user after whom it continues; null from the start.
    position      uuid,
    checked       bigint NOT NULL DEFAULT 0,
    found         bigint NOT NULL DEFAULT 0,
    repaired      bigint NOT NULL DEFAULT 0,
    -- Why it was last interrupted; it continues later.
    problem       text COLLATE "C" NOT NULL DEFAULT '',
    -- Since when the run waits for a platform; null while it runs. A platform that stays unavailable is skipped by the run
    -- that waited for it long enough, and asked again by the next one.
    waiting_since timestamptz,
    -- Platforms that the run skips, and how many of their users it has not compared.
    passed_over   int[] NOT NULL DEFAULT '{}',
    skipped       bigint NOT NULL DEFAULT 0
);
INSERT INTO reconciliation_run (id) VALUES (1);

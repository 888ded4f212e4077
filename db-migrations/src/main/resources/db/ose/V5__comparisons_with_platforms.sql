-- Runs that compare what a platform lists with the rows of a bucket, open and over.
CREATE TABLE sync_run (
    id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    tenant_id    uuid NOT NULL,
    bucket_id    bigint NOT NULL REFERENCES bucket (id) ON DELETE CASCADE,
    state        text COLLATE "C" NOT NULL DEFAULT 'WAITING'
                 CHECK (state IN ('WAITING', 'RUNNING', 'DONE', 'FAILED')),
    requested_at timestamptz NOT NULL DEFAULT now(),
    finished_at  timestamptz,
    -- Until then a node works on it; past it, or while it waits, from then on anybody may take it.
    lease_until  timestamptz NOT NULL DEFAULT now(),
    -- Grows each time it is taken, so that a node that lost it notices.
    lease        bigint NOT NULL DEFAULT 0,
    attempts     int NOT NULL DEFAULT 0,
    -- The key up to which both sides were compared.
    position     text COLLATE "C" NOT NULL DEFAULT '',
    listed       bigint NOT NULL DEFAULT 0,
    missing      bigint NOT NULL DEFAULT 0,
    extra        bigint NOT NULL DEFAULT 0,
    differing    bigint NOT NULL DEFAULT 0,
    problem      text COLLATE "C" NOT NULL DEFAULT '',
    CHECK ((state IN ('DONE', 'FAILED')) = (finished_at IS NOT NULL))
);
-- One at a time for each bucket.
CREATE UNIQUE INDEX sync_run_open ON sync_run (bucket_id) WHERE finished_at IS NULL;
CREATE INDEX sync_run_by_bucket ON sync_run (bucket_id, id);

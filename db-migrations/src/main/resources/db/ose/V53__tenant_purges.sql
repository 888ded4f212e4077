-- Removals of tenants with their data, continued by any node. No foreign key: a removal is known after its tenant.

CREATE TABLE tenant_purge (
    tenant_id    uuid PRIMARY KEY,
    tenant_name  text COLLATE "C" NOT NULL,
    state        text COLLATE "C" NOT NULL DEFAULT 'RUNNING'
                 CHECK (state IN ('RUNNING', 'STOPPED', 'FAILED', 'COMPLETED')),
    requested_by text COLLATE "C" NOT NULL,
    requested_at timestamptz NOT NULL DEFAULT now(),
    finished_at  timestamptz,
    -- What was deleted: objects, versions, delete markers and uploads; buckets; users.
    objects      bigint NOT NULL DEFAULT 0,
    buckets      bigint NOT NULL DEFAULT 0,
    users        bigint NOT NULL DEFAULT 0,
    -- Buckets of which something could not be deleted.
    left_behind  bigint[] NOT NULL DEFAULT '{}',
    -- Why it has ended, or why it waits.
    problem      text COLLATE "C" NOT NULL DEFAULT '',
    -- Until then a node works on it; past it any node may take it.
    due_at       timestamptz NOT NULL DEFAULT now(),
    lease        bigint NOT NULL DEFAULT 0,
    -- How often it was taken since it last got ahead.
    attempts     int NOT NULL DEFAULT 0,
    CHECK ((state = 'RUNNING') = (finished_at IS NULL))
);
CREATE INDEX tenant_purge_due ON tenant_purge (due_at) WHERE state = 'RUNNING';

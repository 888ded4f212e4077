-- Changes of objects on their way to webhooks.

CREATE TABLE webhook (
    id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    -- No foreign key: a webhook outlives its tenant as it outlives its own deletion.
    tenant_id      uuid NOT NULL,
    -- Null: all buckets of the tenant. No foreign key: what the bucket's last objects became is told after it is gone.
    bucket_id      bigint,
    bucket         text COLLATE "C",
    target         text COLLATE "C" NOT NULL,
    prefix         text COLLATE "C" NOT NULL,
    suffix         text COLLATE "C" NOT NULL,
    created        boolean NOT NULL,
    removed        boolean NOT NULL,
    secret         bytea,
    created_at     timestamptz NOT NULL DEFAULT now(),
    -- From then on no event is delivered; the row stays until writes that had already noted an event for it are over.
    deleted_at     timestamptz,
    -- Until then a node delivers to it.
    lease_until    timestamptz NOT NULL DEFAULT now(),
    lease          bigint NOT NULL DEFAULT 0,
    due_at         timestamptz NOT NULL DEFAULT now(),
    -- How many deliveries in a row failed, and why the last one did.
    attempts       int NOT NULL DEFAULT 0,
    problem        text COLLATE "C" NOT NULL DEFAULT '',
    -- Only so many events of each webhook are kept; these are those that were dropped for good.
    dropped        bigint NOT NULL DEFAULT 0,
    -- When redelivery of its events was last requested: events that were too old to deliver get another day.
    redelivered_at timestamptz,
    CHECK (created OR removed),
    CHECK ((bucket_id IS NULL) = (bucket IS NULL))
) WITH (fillfactor = 70);
CREATE INDEX webhook_by_tenant ON webhook (tenant_id);
CREATE INDEX webhook_due ON webhook (due_at);

-- What is to be delivered, one row for each change and webhook. Written with the rows of the objects, in one transaction
-- and only for buckets that have a webhook; the writer of a key's row has the key locked until the commit, so ids grow in
-- the order of the changes of each key. No foreign key: deleting a webhook must not make writes wait.
CREATE TABLE event (
    webhook_id bigint NOT NULL,
    id         bigint GENERATED ALWAYS AS IDENTITY,
    at         timestamptz NOT NULL DEFAULT now(),
    -- Null: the object was removed.
    size_bytes bigint,
    -- Given up after many attempts.
    given_up   boolean NOT NULL DEFAULT false,
    bucket     text COLLATE "C" NOT NULL,
    key        text COLLATE "C" NOT NULL,
    etag       bytea NOT NULL,
    -- The version that was written, or that was removed.
    version_id text COLLATE "C",
    PRIMARY KEY (webhook_id, id)
) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 5000);
CREATE INDEX event_waiting ON event (webhook_id, id) WHERE NOT given_up;
CREATE INDEX event_given_up ON event (at) WHERE given_up;

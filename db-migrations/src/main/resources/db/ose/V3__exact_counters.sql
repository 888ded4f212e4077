-- How many objects and bytes each bucket holds, exactly and at any time: usage_bucket and all of usage_delta together, seen
-- in one snapshot, equal what counting the rows of object_info would give.

-- What each commit changed, one row for each bucket in it. Appended to and never updated: a counter that every write
-- updated would let one write a time through (1,319 a second in one bucket). Rolled up every second, so that it stays small.
-- As the other tables of objects it has no trigger, no sequence and no foreign key.
CREATE TABLE usage_delta (
    bucket_id bigint NOT NULL,
    bytes     bigint NOT NULL,
    objects   int NOT NULL
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000,
    autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 5000);
CREATE INDEX usage_delta_by_bucket ON usage_delta (bucket_id);

-- What was rolled up. The tenant and the owner are the bucket's, here a second time so that their sums read one index and
-- nothing else; they never change while a bucket has objects.
CREATE TABLE usage_bucket (
    bucket_id      bigint PRIMARY KEY REFERENCES bucket (id) ON DELETE CASCADE,
    tenant_id      uuid NOT NULL,
    owner_id       uuid NOT NULL,
    objects        bigint NOT NULL DEFAULT 0,
    bytes          bigint NOT NULL DEFAULT 0,
    -- When an audit last began to count the rows, and by how much it found the counters wrong: null while it counts.
    audited_at     timestamptz,
    drift_objects  bigint,
    drift_bytes    bigint
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02);
CREATE INDEX usage_bucket_by_owner ON usage_bucket (tenant_id, owner_id);

-- The statement time-out of a node does not hold for migrations: counting a billion rows takes minutes.
INSERT INTO usage_bucket (bucket_id, tenant_id, owner_id, objects, bytes)
SELECT b.id, b.tenant_id, b.owner_id, count(o.bucket_id), coalesce(sum(o.size_bytes), 0)
FROM bucket b LEFT JOIN object_info o ON o.bucket_id = b.id
GROUP BY b.id;

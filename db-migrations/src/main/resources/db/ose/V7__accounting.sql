-- What tenants store and use: exact counters, multipart uploads in progress, quotas, and metering for bills.

-- ------------------------------------------------------------------------------------------------------------ counters

-- How much each bucket holds, exactly and at any time: usage_bucket and all of usage_delta together, read in one
-- snapshot, equal what counting the rows of objects, parts and older versions would give.

-- What each commit changed, one row for each bucket in it. Appended to and never updated: a counter that every write
-- updated would let one write through at a time (1,319 a second in one bucket). Rolled up every second, so that it stays
-- small. Like the tables of objects it has no trigger and no foreign key, and no sequence either.
CREATE TABLE usage_delta (
    bucket_id      bigint NOT NULL,
    bytes          bigint NOT NULL,
    part_bytes     bigint NOT NULL DEFAULT 0,
    older_bytes    bigint NOT NULL DEFAULT 0,
    objects        int NOT NULL,
    older_versions int NOT NULL DEFAULT 0
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000,
    autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 5000);
CREATE INDEX usage_delta_by_bucket ON usage_delta (bucket_id);

-- What was rolled up. The tenant and the owner are the bucket's, here a second time so that their sums read one index and
-- no other table.
CREATE TABLE usage_bucket (
    bucket_id            bigint PRIMARY KEY REFERENCES bucket (id) ON DELETE CASCADE,
    tenant_id            uuid NOT NULL,
    owner_id             uuid NOT NULL,
    objects              bigint NOT NULL DEFAULT 0,
    bytes                bigint NOT NULL DEFAULT 0,
    part_bytes           bigint NOT NULL DEFAULT 0,
    older_versions       bigint NOT NULL DEFAULT 0,
    older_bytes          bigint NOT NULL DEFAULT 0,
    -- When an audit last began to count the rows, and by how much it found the counters wrong: null while it counts.
    audited_at           timestamptz,
    drift_objects        bigint,
    drift_bytes          bigint,
    drift_part_bytes     bigint,
    drift_older_versions bigint,
    drift_older_bytes    bigint
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02);
CREATE INDEX usage_bucket_by_owner ON usage_bucket (tenant_id, owner_id);

-- --------------------------------------------------------------------------------------------------- multipart uploads

-- Multipart uploads, from their creation on and not only from their first part: one whose parts were not counted,
-- because a node died, is verified like any other. A change of an upload's parts begins with a lock on its row here.
CREATE TABLE upload (
    bucket_id    bigint NOT NULL,
    -- When the platform was last known to have the upload; it may end one by itself, by a rule of the bucket. A day
    -- later the platform is asked for the parts; at once if this is -infinity.
    checked_at   timestamptz NOT NULL DEFAULT now(),
    asked_at     timestamptz NOT NULL DEFAULT now(),
    -- Until then a request of unknown outcome may still change the upload; it is asked for once more after that.
    unsure_until timestamptz,
    -- Counts the recorded changes: an answer of the platform does not hold against a change recorded meanwhile.
    changes      bigint NOT NULL DEFAULT 0,
    upload_id    text COLLATE "C" NOT NULL,
    key          text COLLATE "C" NOT NULL,
    PRIMARY KEY (bucket_id, upload_id)
) WITH (fillfactor = 70);
CREATE INDEX upload_by_check ON upload (checked_at);
CREATE INDEX upload_by_question ON upload (asked_at);

-- The parts, which take room as objects do and are counted in the same rows.
CREATE TABLE upload_part (
    bucket_id  bigint NOT NULL,
    size_bytes bigint NOT NULL CHECK (size_bytes >= 0),
    part       int NOT NULL,
    upload_id  text COLLATE "C" NOT NULL,
    -- What the request that stored the part stated and was compared, such as 'CRC32 AAAAAA=='; empty if it stated none.
    -- Null if that is unknown: the platform listed the part, or compares the checksums of completions itself.
    checksum   text COLLATE "C",
    PRIMARY KEY (bucket_id, upload_id, part)
);

-- When a node died, which may have stored or removed parts that were not recorded, and when what it had sent can no
-- longer take effect: all uploads that were asked for before are asked for again.
CREATE TABLE upload_doubt (at timestamptz NOT NULL);
CREATE INDEX upload_doubt_by_time ON upload_doubt (at);

-- -------------------------------------------------------------------------------------------------------------- quotas

-- Limits of a tenant, of what one user's buckets hold, or of one bucket.
CREATE TABLE quota (
    id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    tenant_id   uuid NOT NULL REFERENCES tenant (id),
    user_id     uuid,
    bucket_id   bigint REFERENCES bucket (id) ON DELETE CASCADE,
    max_bytes   bigint CHECK (max_bytes >= 0),
    max_objects bigint CHECK (max_objects >= 0),
    max_buckets bigint CHECK (max_buckets >= 0),
    FOREIGN KEY (tenant_id, user_id) REFERENCES tenant_user (tenant_id, id),
    CONSTRAINT quota_has_one_holder CHECK (user_id IS NULL OR bucket_id IS NULL),
    CONSTRAINT bucket_holds_no_buckets CHECK (bucket_id IS NULL OR max_buckets IS NULL),
    CONSTRAINT quota_bounds_something CHECK (num_nonnulls(max_bytes, max_objects, max_buckets) > 0)
);
CREATE UNIQUE INDEX quota_of_tenant ON quota (tenant_id) WHERE user_id IS NULL AND bucket_id IS NULL;
CREATE UNIQUE INDEX quota_of_user ON quota (tenant_id, user_id) WHERE user_id IS NOT NULL;
CREATE UNIQUE INDEX quota_of_bucket ON quota (bucket_id) WHERE bucket_id IS NOT NULL;
CREATE CONSTRAINT TRIGGER tell_nodes AFTER INSERT OR UPDATE OR DELETE ON quota
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION tell_nodes('tenant', 'tenant_id');

-- Room that a node may grant without asking: what is in progress there, and some more. Not used up yet as far as the
-- counters tell, and no other node's meanwhile.
CREATE TABLE quota_lease (
    quota_id bigint NOT NULL REFERENCES quota (id) ON DELETE CASCADE,
    node_id  int NOT NULL REFERENCES node (id) ON DELETE CASCADE,
    bytes    bigint NOT NULL,
    objects  bigint NOT NULL,
    PRIMARY KEY (quota_id, node_id)
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

-- ------------------------------------------------------------------------------------------------------------ metering

-- What tenants used, for bills: one row for each tenant, user, bucket, hour and category of requests. No foreign keys:
-- usage is billed after its users and buckets are gone. About 150 bytes a row with its indexes.
CREATE TABLE metered_hour (
    hour      timestamptz NOT NULL,
    tenant_id uuid NOT NULL,
    -- All zeros: an anonymous caller, in a bucket that is open to everyone.
    user_id   uuid NOT NULL,
    -- By name, which a bill shows. Empty: requests that are about no bucket, or about none of the tenant's.
    bucket    text COLLATE "C" NOT NULL,
    -- Of S3, and beside them the requests of IAM and STS.
    category  text COLLATE "C" NOT NULL CHECK (category IN ('READ', 'LIST', 'WRITE', 'DELETE', 'IAM', 'STS')),
    requests  bigint NOT NULL,
    bytes_in  bigint NOT NULL,
    bytes_out bigint NOT NULL,
    PRIMARY KEY (hour, tenant_id, user_id, bucket, category)
) WITH (fillfactor = 80);
CREATE INDEX metered_hour_by_tenant ON metered_hour (tenant_id, hour);

-- The newest batch that each run of a node has added, so that a batch whose commit was not answered is not added twice.
CREATE TABLE meter (
    id         uuid PRIMARY KEY,
    last_batch bigint NOT NULL,
    at         timestamptz NOT NULL DEFAULT now()
);

-- How much may be stored, and the parts of multipart uploads, which take room as objects do.

-- ------------------------------------------------------------------------------------------------------------- uploads

-- Uploads of which parts are kept. Changing the parts of an upload begins with a lock on its row here.
CREATE TABLE upload (
    bucket_id  bigint NOT NULL,
    -- When the platform was last known to have the upload; it may end one by itself, by a rule of the bucket.
    checked_at timestamptz NOT NULL DEFAULT now(),
    upload_id  text COLLATE "C" NOT NULL,
    key        text COLLATE "C" NOT NULL,
    PRIMARY KEY (bucket_id, upload_id)
) WITH (fillfactor = 70);
CREATE INDEX upload_by_check ON upload (checked_at);

CREATE TABLE upload_part (
    bucket_id  bigint NOT NULL,
    size_bytes bigint NOT NULL CHECK (size_bytes >= 0),
    part       int NOT NULL,
    upload_id  text COLLATE "C" NOT NULL,
    PRIMARY KEY (bucket_id, upload_id, part)
);

-- Parts are counted as objects are, in the same rows.
ALTER TABLE usage_delta ADD COLUMN part_bytes bigint NOT NULL DEFAULT 0;
ALTER TABLE usage_bucket ADD COLUMN part_bytes bigint NOT NULL DEFAULT 0;
ALTER TABLE usage_bucket ADD COLUMN drift_part_bytes bigint;

-- -------------------------------------------------------------------------------------------------------------- quotas

-- Of a tenant, of what one user's buckets hold, or of one bucket.
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

-- Room that a node may give away without asking: what is under way there, and some more. Not used up yet as far as the
-- counters tell, and nobody else's meanwhile.
CREATE TABLE quota_lease (
    quota_id bigint NOT NULL REFERENCES quota (id) ON DELETE CASCADE,
    node_id  int NOT NULL REFERENCES node (id) ON DELETE CASCADE,
    bytes    bigint NOT NULL,
    objects  bigint NOT NULL,
    PRIMARY KEY (quota_id, node_id)
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

-- What tenants used, for bills: one row for each tenant, user, bucket, hour and category of requests.

-- No foreign keys: what was used is billed after users and buckets are gone. About 150 bytes a row with its indexes.
CREATE TABLE metered_hour (
    hour      timestamptz NOT NULL,
    tenant_id uuid NOT NULL,
    -- All zeros: somebody without a key, in a bucket that is open to everybody.
    user_id   uuid NOT NULL,
    -- By name, which a bill shows. Empty: requests that are about no bucket, or about none of the tenant's.
    bucket    text COLLATE "C" NOT NULL,
    category  text COLLATE "C" NOT NULL CHECK (category IN ('READ', 'LIST', 'WRITE', 'DELETE')),
    requests  bigint NOT NULL,
    bytes_in  bigint NOT NULL,
    bytes_out bigint NOT NULL,
    PRIMARY KEY (hour, tenant_id, user_id, bucket, category)
) WITH (fillfactor = 80);
CREATE INDEX metered_hour_by_tenant ON metered_hour (tenant_id, hour);

-- The newest batch that each run of a node has added, so that one whose commit was not answered is not added twice.
CREATE TABLE meter (
    id         uuid PRIMARY KEY,
    last_batch bigint NOT NULL,
    at         timestamptz NOT NULL DEFAULT now()
);

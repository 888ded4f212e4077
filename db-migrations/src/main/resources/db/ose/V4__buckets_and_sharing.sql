-- Buckets, and with whom of other tenants they are shared.

-- ------------------------------------------------------------------------------------------------------------- buckets

-- Creation and deletion of one bucket are safe from each other: a request writes here that it deletes the bucket before
-- it asks the platform to, and deletes the row only if the bucket was not created anew meanwhile.
CREATE TABLE bucket (
    -- One life of a bucket: created anew under an old name it has another id, so that late rows of the old one never
    -- mix in.
    id                bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    tenant_id         uuid NOT NULL,
    platform_id       int NOT NULL REFERENCES platform (id),
    name              text COLLATE "C" NOT NULL CHECK (name <> ''),
    owner_id          uuid NOT NULL,
    region            text COLLATE "C" NOT NULL,
    created_at        timestamptz NOT NULL DEFAULT now(),
    -- CREATING claims the name before the platform is asked. DELETING keeps it until the platform has agreed; until
    -- then the bucket stays visible and serves its objects.
    state             text COLLATE "C" NOT NULL DEFAULT 'CREATING' CHECK (state IN ('CREATING', 'ACTIVE', 'DELETING')),
    -- How many requests are creating the bucket. Only the last one that the platform refuses gives the name up.
    claims            int NOT NULL DEFAULT 1 CHECK (claims >= 0),
    -- Which request is deleting the bucket.
    deletion          uuid,
    -- Until when these requests are surely at work. A node that died leaves a past time behind, and no request waits
    -- for it.
    busy_until        timestamptz,
    -- The user to whom the platform is being asked to transfer the bucket. Until the transfer has ended the bucket
    -- counts for both: the quota of the new owner is asked before the platform is, and that room must stay reserved.
    heir_id           uuid,
    -- Whether there may be older versions or delete markers. Null until the platform was asked: such a bucket is treated
    -- as one that may have versions, which costs time and no correctness. Never false again once it is true: versioning
    -- can be suspended, and what is there stays.
    may_have_versions boolean,
    -- What the bucket's policy asks of clients (addresses, Referer, ...), which its platform does not see: nodes decide
    -- it, and vouch to the platform by tokens that stand here beside the conditions, one line each. Null: nothing. The
    -- policy that the platform stores has them, too, so that this can be read from there again.
    client_conditions text COLLATE "C",
    FOREIGN KEY (tenant_id, owner_id) REFERENCES tenant_user (tenant_id, id),
    FOREIGN KEY (tenant_id, heir_id) REFERENCES tenant_user (tenant_id, id),
    UNIQUE (platform_id, name),
    CONSTRAINT deletion_is_known CHECK ((state = 'DELETING') = (deletion IS NOT NULL)),
    CONSTRAINT deletion_ends CHECK (deletion IS NULL OR busy_until IS NOT NULL)
);
-- ListBuckets: one tenant's buckets in byte order, page by page.
CREATE INDEX bucket_by_tenant ON bucket (tenant_id, name);
CREATE INDEX bucket_by_owner ON bucket (tenant_id, owner_id);
CREATE INDEX bucket_by_heir ON bucket (tenant_id, heir_id) WHERE heir_id IS NOT NULL;
-- Claims whose requests never reported how they ended are looked for every few minutes, among all buckets.
CREATE INDEX bucket_creating ON bucket (busy_until) WHERE state = 'CREATING';
CREATE INDEX bucket_of_unknown_versions ON bucket (id) WHERE may_have_versions IS NULL;
CREATE CONSTRAINT TRIGGER tell_nodes AFTER INSERT OR UPDATE OR DELETE ON bucket
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION tell_nodes('bucket', 'name');

-- When to ask the platform next about the versions of a bucket for which it could not be asked. Not in the bucket's row,
-- of whose changes all nodes are notified.
CREATE TABLE bucket_versions_due (
    bucket_id bigint PRIMARY KEY REFERENCES bucket (id) ON DELETE CASCADE,
    due_at    timestamptz NOT NULL,
    attempts  int NOT NULL DEFAULT 1
);

-- Deleted buckets whose objects' rows are still to be deleted. Written in the transaction that deletes the bucket's own
-- row, so that the cleanup, of millions of rows perhaps, survives the death of its node.
CREATE TABLE bucket_gone (
    id        bigint PRIMARY KEY,
    at        timestamptz NOT NULL DEFAULT now(),
    -- Webhooks of the bucket are told of objects that turn out to be deleted with it.
    tenant_id uuid,
    name      text COLLATE "C"
);
CREATE INDEX bucket_gone_by_time ON bucket_gone (at);

-- ------------------------------------------------------------------------------------------------------------- sharing

-- Grantees to whom a bucket's policy or ACL allows something: a caller that is not among them does not learn that the
-- bucket exists. What is allowed only the platform knows, which stores the policy and the ACL and decides by them.
CREATE TABLE bucket_grant (
    bucket_id bigint NOT NULL REFERENCES bucket (id) ON DELETE CASCADE,
    -- The bucket's name, by which nodes are notified of changes.
    bucket    text COLLATE "C" NOT NULL,
    source    text COLLATE "C" NOT NULL CHECK (source IN ('POLICY', 'ACL')),
    -- Null: everyone.
    tenant_id uuid REFERENCES tenant (id) ON DELETE CASCADE,
    -- Null: all users of the tenant. By id, so that a user created anew under an old name is another one.
    user_id   uuid,
    FOREIGN KEY (tenant_id, user_id) REFERENCES tenant_user (tenant_id, id) ON DELETE CASCADE,
    CHECK (tenant_id IS NOT NULL OR user_id IS NULL)
);
CREATE INDEX bucket_grant_by_bucket ON bucket_grant (bucket_id);
CREATE INDEX bucket_grant_by_grantee ON bucket_grant (tenant_id, bucket) WHERE tenant_id IS NOT NULL;
CREATE CONSTRAINT TRIGGER tell_nodes AFTER INSERT OR UPDATE OR DELETE ON bucket_grant
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION tell_nodes('bucket', 'bucket');

-- A change of a bucket's grants that is between its platform, which has it first, and bucket_grant, which gets it once
-- the platform has agreed. One at a time, or the rows might be those of one change and the platform's policy that of
-- another.
CREATE TABLE sharing_change (
    bucket_id  bigint PRIMARY KEY REFERENCES bucket (id) ON DELETE CASCADE,
    id         uuid NOT NULL,
    -- From then on the request that began it counts as dead.
    busy_until timestamptz NOT NULL
);

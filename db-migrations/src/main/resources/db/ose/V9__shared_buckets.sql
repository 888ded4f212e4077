-- With whom of other tenants buckets are shared.

-- Whom a bucket's policy or ACL allows something: who is not here does not learn that there is such a bucket. What is allowed
-- only the platform knows, which keeps the policy and the ACL and decides by them.
CREATE TABLE bucket_grant (
    bucket_id bigint NOT NULL REFERENCES bucket (id) ON DELETE CASCADE,
    -- The bucket's name, by which nodes are told of changes.
    bucket    text COLLATE "C" NOT NULL,
    source    text COLLATE "C" NOT NULL CHECK (source IN ('POLICY', 'ACL')),
    -- Null: everybody.
    tenant_id uuid REFERENCES tenant (id) ON DELETE CASCADE,
    -- Null: all users of the tenant. By id, so that somebody made anew under an old name is somebody else.
    user_id   uuid,
    FOREIGN KEY (tenant_id, user_id) REFERENCES tenant_user (tenant_id, id) ON DELETE CASCADE,
    CHECK (tenant_id IS NOT NULL OR user_id IS NULL)
);
CREATE INDEX bucket_grant_by_bucket ON bucket_grant (bucket_id);
CREATE INDEX bucket_grant_by_grantee ON bucket_grant (tenant_id, bucket) WHERE tenant_id IS NOT NULL;
CREATE CONSTRAINT TRIGGER tell_nodes AFTER INSERT OR UPDATE OR DELETE ON bucket_grant
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION tell_nodes('bucket', 'bucket');

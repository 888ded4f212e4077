-- A tenant on several platforms. Its counterpart and those of its users on its first platform stay in the rows of tenant
-- and tenant_user, from which nodes of the version before read them; these tables have those on other platforms. Nothing
-- is deleted with the tenant or the user: a counterpart is deleted on its platform first, also by such a node.

CREATE TABLE tenant_platform (
    tenant_id              uuid NOT NULL REFERENCES tenant (id),
    platform_id            int NOT NULL REFERENCES platform (id),
    -- Whether the tenant may create buckets there. Those that are there are served in any case.
    is_allowed             boolean NOT NULL,
    -- Whether the platform has been asked for a counterpart, which may be there without being recorded.
    is_begun               boolean NOT NULL DEFAULT false,
    -- Null until the platform has created it. OSE creates each for one tenant: none is shared.
    platform_tenant_id     text COLLATE "C",
    shares_platform_tenant boolean NOT NULL DEFAULT false CHECK (NOT shares_platform_tenant),
    s3_endpoint            text COLLATE "C",
    PRIMARY KEY (tenant_id, platform_id),
    UNIQUE (platform_id, platform_tenant_id),
    FOREIGN KEY (platform_id, platform_tenant_id, shares_platform_tenant)
        REFERENCES platform_tenant (platform_id, id, is_shared),
    CHECK (is_begun OR platform_tenant_id IS NULL)
);
CREATE CONSTRAINT TRIGGER notify_nodes AFTER INSERT OR UPDATE OR DELETE ON tenant_platform
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION notify_nodes('tenant', 'tenant_id');

CREATE TABLE user_platform (
    user_id               uuid NOT NULL,
    tenant_id             uuid NOT NULL,
    platform_id           int NOT NULL,
    platform_user_id      text COLLATE "C",
    platform_canonical_id text COLLATE "C",
    platform_access_key   text COLLATE "C",
    platform_secret       bytea,
    PRIMARY KEY (user_id, platform_id),
    FOREIGN KEY (tenant_id, user_id) REFERENCES tenant_user (tenant_id, id),
    FOREIGN KEY (tenant_id, platform_id) REFERENCES tenant_platform (tenant_id, platform_id),
    UNIQUE (platform_id, platform_user_id),
    UNIQUE (platform_id, platform_canonical_id),
    CHECK ((platform_access_key IS NULL) = (platform_secret IS NULL))
);
CREATE INDEX user_platform_by_tenant ON user_platform (tenant_id, platform_id);
CREATE CONSTRAINT TRIGGER notify_nodes AFTER INSERT OR UPDATE OR DELETE ON user_platform
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION notify_nodes('user', 'user_id');

-- All counterparts of tenants. The names of columns are none of a bucket's, so that a subquery can name those.
CREATE VIEW tenant_counterpart AS
SELECT id AS of_tenant, platform_id AS on_platform, platform_tenant_id, shares_platform_tenant, s3_endpoint
FROM tenant WHERE platform_tenant_id IS NOT NULL
UNION ALL
SELECT tenant_id, platform_id, platform_tenant_id, shares_platform_tenant, s3_endpoint
FROM tenant_platform WHERE platform_tenant_id IS NOT NULL;

-- All counterparts of users.
CREATE VIEW user_counterpart AS
SELECT id AS of_user, tenant_id AS of_tenant, platform_id AS on_platform, platform_user_id, platform_canonical_id,
    platform_access_key, platform_secret, true AS is_first
FROM tenant_user WHERE platform_user_id IS NOT NULL
UNION ALL
SELECT user_id, tenant_id, platform_id, platform_user_id, platform_canonical_id, platform_access_key, platform_secret,
    false
FROM user_platform WHERE platform_user_id IS NOT NULL;

-- Which tenants of platforms are used, and whether several tenants may share one.

-- A platform tenant that OSE made for a tenant is that tenant's for ever, even after the tenant is gone: whoever took it
-- over would find what is left there. One that was on the platform before may be shared by as many as are mapped to it.
CREATE TABLE platform_tenant (
    platform_id int NOT NULL REFERENCES platform (id),
    id          text COLLATE "C" NOT NULL,
    is_shared   boolean NOT NULL,
    PRIMARY KEY (platform_id, id),
    -- The target of tenant's foreign key, which keeps the two kinds apart.
    UNIQUE (platform_id, id, is_shared)
);
INSERT INTO platform_tenant (platform_id, id, is_shared)
SELECT platform_id, platform_tenant_id, false FROM tenant WHERE platform_tenant_id IS NOT NULL;

ALTER TABLE tenant ADD COLUMN shares_platform_tenant boolean NOT NULL DEFAULT false;
ALTER TABLE tenant ADD CONSTRAINT tenant_counterpart FOREIGN KEY
    (platform_id, platform_tenant_id, shares_platform_tenant) REFERENCES platform_tenant (platform_id, id, is_shared);
-- In place of the constraint for all: one tenant here is one tenant there, unless it is one that may be shared. Tenants that
-- share do not see each other's buckets: OSE decides by its own rows whose a bucket is, and each user signs with a platform
-- user of its own.
ALTER TABLE tenant DROP CONSTRAINT tenant_platform_id_platform_tenant_id_key;
CREATE UNIQUE INDEX tenant_own_counterpart ON tenant (platform_id, platform_tenant_id) WHERE NOT shares_platform_tenant;

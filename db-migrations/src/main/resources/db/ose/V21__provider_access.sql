-- Whether the provider may act in a tenant with the rights of its administrators. The tenant decides it.

ALTER TABLE tenant ADD COLUMN provider_access text COLLATE "C" NOT NULL DEFAULT 'ALLOW'
    CHECK (provider_access IN ('ALLOW', 'DISALLOW'));

DROP TRIGGER revise ON tenant;
CREATE TRIGGER revise BEFORE UPDATE ON tenant FOR EACH ROW
    WHEN ((OLD.name, OLD.status, OLD.impersonation, OLD.provider_access, OLD.platform_tenant_id)
        IS DISTINCT FROM (NEW.name, NEW.status, NEW.impersonation, NEW.provider_access, NEW.platform_tenant_id))
    EXECUTE FUNCTION revise();

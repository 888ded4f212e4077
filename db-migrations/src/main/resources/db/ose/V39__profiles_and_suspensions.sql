-- Who the users of tenants are, when each was seen last, and why a tenant is suspended.

ALTER TABLE tenant_user
    ADD COLUMN display_name text COLLATE "C" CHECK (length(display_name) BETWEEN 1 AND 128),
    ADD COLUMN email text COLLATE "C" CHECK (length(email) BETWEEN 3 AND 254);
DROP TRIGGER revise ON tenant_user;
CREATE TRIGGER revise BEFORE UPDATE ON tenant_user FOR EACH ROW
    WHEN ((OLD.name, OLD.status, OLD.role, OLD.display_name, OLD.email)
        IS DISTINCT FROM (NEW.name, NEW.status, NEW.role, NEW.display_name, NEW.email))
    EXECUTE FUNCTION revise();

-- Beside tenant_user and not in it: a request does not concern the data path, which is notified of each change of a user.
CREATE TABLE user_seen (
    tenant_id uuid NOT NULL,
    user_id   uuid NOT NULL,
    seen_at   timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, user_id),
    FOREIGN KEY (tenant_id, user_id) REFERENCES tenant_user (tenant_id, id) ON DELETE CASCADE
);

ALTER TABLE tenant
    ADD COLUMN suspension_reason text COLLATE "C" CHECK (length(suspension_reason) BETWEEN 1 AND 500);
DROP TRIGGER revise ON tenant;
CREATE TRIGGER revise BEFORE UPDATE ON tenant FOR EACH ROW
    WHEN ((OLD.name, OLD.status, OLD.impersonation, OLD.provider_access, OLD.platform_tenant_id, OLD.suspension_reason)
        IS DISTINCT FROM (NEW.name, NEW.status, NEW.impersonation, NEW.provider_access, NEW.platform_tenant_id,
            NEW.suspension_reason))
    EXECUTE FUNCTION revise();

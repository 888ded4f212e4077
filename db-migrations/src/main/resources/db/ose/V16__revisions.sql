-- Which state of a thing an administrator has read, so that a change of another state is refused (If-Match).

-- One sequence for all: a row that takes the place of a deleted one of its name has no revision of that one.
CREATE SEQUENCE revision;

ALTER TABLE tenant ADD COLUMN revision bigint NOT NULL DEFAULT nextval('revision');
ALTER TABLE tenant_user ADD COLUMN revision bigint NOT NULL DEFAULT nextval('revision');
ALTER TABLE account ADD COLUMN revision bigint NOT NULL DEFAULT nextval('revision');
ALTER TABLE quota ADD COLUMN revision bigint NOT NULL DEFAULT nextval('revision');
ALTER TABLE identity_provider ADD COLUMN revision bigint NOT NULL DEFAULT nextval('revision');

-- By triggers, so that every statement that changes what administrators edit is counted, and no other one: neither a
-- sign-in nor the platform's key of a user is an edit.
CREATE FUNCTION revise() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    NEW.revision := nextval('revision');
    RETURN NEW;
END
$$;
CREATE TRIGGER revise BEFORE UPDATE ON tenant FOR EACH ROW
    WHEN ((OLD.name, OLD.status, OLD.pose_as, OLD.platform_tenant_id)
        IS DISTINCT FROM (NEW.name, NEW.status, NEW.pose_as, NEW.platform_tenant_id))
    EXECUTE FUNCTION revise();
CREATE TRIGGER revise BEFORE UPDATE ON tenant_user FOR EACH ROW
    WHEN ((OLD.name, OLD.status, OLD.role) IS DISTINCT FROM (NEW.name, NEW.status, NEW.role))
    EXECUTE FUNCTION revise();
CREATE TRIGGER revise BEFORE UPDATE ON account FOR EACH ROW
    WHEN ((OLD.name, OLD.status, OLD.password_hash, OLD.must_change)
        IS DISTINCT FROM (NEW.name, NEW.status, NEW.password_hash, NEW.must_change))
    EXECUTE FUNCTION revise();
CREATE TRIGGER revise BEFORE UPDATE ON quota FOR EACH ROW
    WHEN (OLD IS DISTINCT FROM NEW) EXECUTE FUNCTION revise();
CREATE TRIGGER revise BEFORE UPDATE ON identity_provider FOR EACH ROW
    WHEN (OLD IS DISTINCT FROM NEW) EXECUTE FUNCTION revise();

-- Roles: who may act as whom, with which rights.

CREATE TABLE tenant_role (
    id              uuid PRIMARY KEY,
    tenant_id       uuid NOT NULL,
    name            text COLLATE "C" NOT NULL CHECK (length(name) BETWEEN 1 AND 64),
    -- As whom its sessions act. What the role allows is never more than that user may.
    user_id         uuid NOT NULL,
    -- Who may open sessions. As it was written, since it is shown again.
    trust           text COLLATE "C" NOT NULL CHECK (trust <> ''),
    description     text COLLATE "C" NOT NULL,
    longest_seconds int NOT NULL CHECK (longest_seconds > 0),
    created_at      timestamptz NOT NULL,
    UNIQUE (tenant_id, name),
    FOREIGN KEY (tenant_id, user_id) REFERENCES tenant_user (tenant_id, id) ON DELETE CASCADE
);

-- A session of a role needs one of these to allow each request.
CREATE TABLE role_policy (
    role_id  uuid NOT NULL REFERENCES tenant_role (id) ON DELETE CASCADE,
    -- The role's user, by which nodes are told of changes.
    user_id  uuid NOT NULL,
    name     text COLLATE "C" NOT NULL CHECK (length(name) BETWEEN 1 AND 128),
    document text COLLATE "C" NOT NULL CHECK (document <> ''),
    PRIMARY KEY (role_id, name)
);
CREATE CONSTRAINT TRIGGER tell_nodes AFTER INSERT OR UPDATE OR DELETE ON role_policy
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION tell_nodes('user', 'user_id');

-- A session goes with its role.
ALTER TABLE credential ADD COLUMN role_id uuid REFERENCES tenant_role (id) ON DELETE CASCADE;
ALTER TABLE credential ADD CONSTRAINT role_opens_sessions CHECK (role_id IS NULL OR kind = 'SESSION');
CREATE INDEX credential_by_role ON credential (role_id) WHERE role_id IS NOT NULL;

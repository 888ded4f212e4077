-- Logins of tenants' people in the admin API, and what a tenant's administrators may do in the name of its users.

-- Beside tenant_user and not in it: a changed password is nobody's business on the data path, which is told of each change
-- of a user.
CREATE TABLE tenant_login (
    tenant_id     uuid NOT NULL,
    user_id       uuid PRIMARY KEY,
    password_hash text COLLATE "C" NOT NULL,
    changed_at    timestamptz NOT NULL DEFAULT now(),
    FOREIGN KEY (tenant_id, user_id) REFERENCES tenant_user (tenant_id, id) ON DELETE CASCADE
);

ALTER TABLE tenant ADD COLUMN pose_as text COLLATE "C" NOT NULL DEFAULT 'FULL_PERMISSION'
    CHECK (pose_as IN ('DISALLOW', 'FULL_PERMISSION'));

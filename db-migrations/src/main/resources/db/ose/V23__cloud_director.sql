-- Tenants that are organisations of VMware Cloud Director, and their users who are users there. By UUID and not by
-- name: names change, and organisations have users of the same name.

-- Null: the tenant is no organisation.
ALTER TABLE tenant ADD COLUMN director_org_id uuid;
CREATE UNIQUE INDEX tenant_director_org ON tenant (director_org_id) WHERE director_org_id IS NOT NULL;

-- Null: the user is none of Cloud Director. A user who was deleted here is created anew by its next request.
ALTER TABLE tenant_user ADD COLUMN director_user_id uuid;
CREATE UNIQUE INDEX tenant_user_director ON tenant_user (tenant_id, director_user_id)
    WHERE director_user_id IS NOT NULL AND removed_at IS NULL;

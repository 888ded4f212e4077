-- Set once a user is removed: nobody finds it any more, nothing of it works, and its name is free. The row stays until the
-- platform has ended its counterpart, so that a removal that was cut off is finished.
ALTER TABLE tenant_user ADD COLUMN removed_at timestamptz;
CREATE INDEX tenant_user_removed ON tenant_user (tenant_id) WHERE removed_at IS NOT NULL;

-- A webhook outlives its tenant as it outlives its removal: until writes that have noted an event for it are over.
ALTER TABLE webhook DROP CONSTRAINT webhook_tenant_id_fkey;

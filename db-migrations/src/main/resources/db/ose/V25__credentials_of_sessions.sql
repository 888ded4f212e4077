-- Temporary credentials that a session of the management API was given, and which end with it: with its row, whichever
-- statement deletes it. Null: they end by themselves.

ALTER TABLE credential ADD COLUMN admin_session_id uuid REFERENCES admin_session (id) ON DELETE CASCADE;
ALTER TABLE credential ADD CONSTRAINT login_opens_sessions CHECK (admin_session_id IS NULL OR kind = 'SESSION');
CREATE INDEX credential_by_admin_session ON credential (admin_session_id) WHERE admin_session_id IS NOT NULL;

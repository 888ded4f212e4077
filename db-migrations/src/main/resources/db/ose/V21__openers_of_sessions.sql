-- Who opened a session of a role, as a digest: the sessions that a role may have are shared out among them.
-- Null in those of users themselves, and in those that a node of an earlier version opened.
ALTER TABLE credential ADD COLUMN opener text COLLATE "C";
ALTER TABLE credential ADD CONSTRAINT opener_of_session_of_role CHECK (opener IS NULL OR role_id IS NOT NULL);

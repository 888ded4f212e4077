-- What narrows the rights of users and credentials: policies attached to users, and the tokens of sessions.

-- Inline policies of IAM. A user without any is limited by nothing but its rights; a user with some needs one of them to
-- allow each request. The text is as it was written, since it is shown again.
CREATE TABLE user_policy (
    tenant_id  uuid NOT NULL,
    user_id    uuid NOT NULL,
    name       text COLLATE "C" NOT NULL CHECK (length(name) BETWEEN 1 AND 128),
    document   text COLLATE "C" NOT NULL CHECK (document <> ''),
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (user_id, name),
    FOREIGN KEY (tenant_id, user_id) REFERENCES tenant_user (tenant_id, id) ON DELETE CASCADE
);
CREATE CONSTRAINT TRIGGER tell_nodes AFTER INSERT OR UPDATE OR DELETE ON user_policy
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION tell_nodes('user', 'user_id');

-- As it was written, too: jsonb would spell it otherwise, and refuse what JSON allows.
ALTER TABLE credential ALTER COLUMN policy TYPE text COLLATE "C" USING policy::text;

-- SHA-256 of the token that a session's requests must carry beside their signature.
ALTER TABLE credential ADD COLUMN session_token_digest text COLLATE "C"
    CHECK (session_token_digest ~ '^[0-9a-f]{64}$');
ALTER TABLE credential ADD CONSTRAINT session_has_token
    CHECK ((kind = 'SESSION') = (session_token_digest IS NOT NULL));

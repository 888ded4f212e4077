-- Names, revisions and the last use of key pairs.

ALTER TABLE credential ADD COLUMN name text COLLATE "C" CHECK (length(name) BETWEEN 1 AND 64);
CREATE UNIQUE INDEX credential_by_name ON credential (user_id, name) WHERE name IS NOT NULL;

-- Which state of a key pair an administrator has read (If-Match); as of other rows, see step 16.
ALTER TABLE credential ADD COLUMN revision bigint NOT NULL DEFAULT nextval('revision');
CREATE TRIGGER revise BEFORE UPDATE ON credential FOR EACH ROW
    WHEN ((OLD.name, OLD.status, OLD.description, OLD.policy, OLD.expires_at, OLD.secret_version)
        IS DISTINCT FROM (NEW.name, NEW.status, NEW.description, NEW.policy, NEW.expires_at, NEW.secret_version))
    EXECUTE FUNCTION revise();

-- Beside credential and not in it: a use does not concern the data path, which is notified of each change of a credential.
CREATE TABLE credential_use (
    access_key text COLLATE "C" PRIMARY KEY REFERENCES credential (access_key) ON DELETE CASCADE,
    used_at    timestamptz NOT NULL,
    address    text COLLATE "C" NOT NULL,
    service    text COLLATE "C" NOT NULL CHECK (service IN ('S3', 'IAM', 'STS'))
);

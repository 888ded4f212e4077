-- Who may do what: logins of the admin API, policies, roles, credentials, and identity providers that tenants trust.

-- -------------------------------------------------------------------------------------------------------------- logins

-- Administrators of the provider.
CREATE TABLE admin_user (
    name          text COLLATE "C" PRIMARY KEY CHECK (name <> ''),
    password_hash text COLLATE "C" NOT NULL,
    role          text COLLATE "C" NOT NULL,
    created_at    timestamptz NOT NULL DEFAULT now()
);

-- Logins of tenants' users. Beside tenant_user and not in it: a changed password does not concern the data path, which
-- is notified of each change of a user.
CREATE TABLE tenant_login (
    tenant_id     uuid NOT NULL,
    user_id       uuid PRIMARY KEY,
    password_hash text COLLATE "C" NOT NULL,
    changed_at    timestamptz NOT NULL DEFAULT now(),
    FOREIGN KEY (tenant_id, user_id) REFERENCES tenant_user (tenant_id, id) ON DELETE CASCADE
);

-- -------------------------------------------------------------------------------------------------- policies and roles

-- Inline policies of IAM. A user without any is limited only by its rights; a user with some needs one of them to allow
-- each request. Policies are stored as they were written, since they are shown again; jsonb would normalise them, and
-- refuse some of what JSON allows.
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

CREATE TABLE tenant_role (
    id              uuid PRIMARY KEY,
    tenant_id       uuid NOT NULL,
    name            text COLLATE "C" NOT NULL CHECK (length(name) BETWEEN 1 AND 64),
    -- The user as whom its sessions act. The role never allows more than that user may.
    user_id         uuid NOT NULL,
    -- Who may assume the role.
    trust           text COLLATE "C" NOT NULL CHECK (trust <> ''),
    -- A trust policy that names a user means the user of that name who existed when it was written.
    trust_set_at    timestamptz NOT NULL DEFAULT now(),
    description     text COLLATE "C" NOT NULL,
    longest_seconds int NOT NULL CHECK (longest_seconds > 0),
    created_at      timestamptz NOT NULL,
    UNIQUE (tenant_id, name),
    FOREIGN KEY (tenant_id, user_id) REFERENCES tenant_user (tenant_id, id) ON DELETE CASCADE
);

-- A session of a role needs one of these to allow each request.
CREATE TABLE role_policy (
    role_id  uuid NOT NULL REFERENCES tenant_role (id) ON DELETE CASCADE,
    -- The role's user, by which nodes are notified of changes.
    user_id  uuid NOT NULL,
    name     text COLLATE "C" NOT NULL CHECK (length(name) BETWEEN 1 AND 128),
    document text COLLATE "C" NOT NULL CHECK (document <> ''),
    PRIMARY KEY (role_id, name)
);
CREATE CONSTRAINT TRIGGER tell_nodes AFTER INSERT OR UPDATE OR DELETE ON role_policy
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION tell_nodes('user', 'user_id');

-- --------------------------------------------------------------------------------------------------------- credentials

CREATE TABLE credential (
    access_key           text COLLATE "C" PRIMARY KEY CHECK (length(access_key) BETWEEN 1 AND 128),
    tenant_id            uuid NOT NULL,
    user_id              uuid NOT NULL,
    kind                 text COLLATE "C" NOT NULL CHECK (kind IN ('RESERVED', 'USER', 'APPLICATION', 'SESSION')),
    status               text COLLATE "C" NOT NULL DEFAULT 'ACTIVE' CHECK (status IN ('ACTIVE', 'DISABLED')),
    secret               bytea NOT NULL,
    -- Grows with each new secret, so that a signing key derived from an old one is never used again.
    secret_version       int NOT NULL DEFAULT 1 CHECK (secret_version > 0),
    policy               text COLLATE "C",
    -- SHA-256 of the token that a session's requests must carry beside their signature.
    session_token_digest text COLLATE "C" CHECK (session_token_digest ~ '^[0-9a-f]{64}$'),
    -- The role that was assumed; a session is deleted with its role. Null: a session of the user itself.
    role_id              uuid REFERENCES tenant_role (id) ON DELETE CASCADE,
    -- Digest of the principal that assumed the role: the sessions that a role may have are divided among principals.
    opener               text COLLATE "C",
    expires_at           timestamptz,
    description          text NOT NULL DEFAULT '',
    created_at           timestamptz NOT NULL DEFAULT now(),
    FOREIGN KEY (tenant_id, user_id) REFERENCES tenant_user (tenant_id, id),
    CONSTRAINT reserved_is_unlimited
        CHECK (kind <> 'RESERVED' OR (status = 'ACTIVE' AND policy IS NULL AND expires_at IS NULL)),
    -- Without its policy an application credential would carry all rights of its user.
    CONSTRAINT application_is_limited CHECK (kind <> 'APPLICATION' OR policy IS NOT NULL),
    CONSTRAINT session_expires CHECK (kind <> 'SESSION' OR expires_at IS NOT NULL),
    CONSTRAINT session_has_token CHECK ((kind = 'SESSION') = (session_token_digest IS NOT NULL)),
    CONSTRAINT role_opens_sessions CHECK (role_id IS NULL OR kind = 'SESSION'),
    CONSTRAINT opener_of_session_of_role CHECK (opener IS NULL OR role_id IS NOT NULL)
);
CREATE UNIQUE INDEX credential_one_reserved ON credential (user_id) WHERE kind = 'RESERVED';
CREATE INDEX credential_by_user ON credential (tenant_id, user_id);
CREATE INDEX credential_by_role ON credential (role_id) WHERE role_id IS NOT NULL;
-- Ends the sessions that a deleted user has opened.
CREATE INDEX credential_opener ON credential (opener) WHERE opener IS NOT NULL;
CREATE INDEX credential_expiring ON credential (expires_at) WHERE expires_at IS NOT NULL;
CREATE CONSTRAINT TRIGGER tell_nodes AFTER INSERT OR UPDATE OR DELETE ON credential
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION tell_nodes('credential', 'access_key');

-- -------------------------------------------------------------------------------------------------- identity providers

-- Issuers of OpenID Connect tokens that a tenant trusts to identify its users.
CREATE TABLE identity_provider (
    tenant_id  uuid NOT NULL REFERENCES tenant (id) ON DELETE CASCADE,
    name       text COLLATE "C" NOT NULL CHECK (name <> ''),
    issuer     text COLLATE "C" NOT NULL CHECK (issuer <> ''),
    -- A token must have been issued for one of them.
    audiences  text[] COLLATE "C" NOT NULL CHECK (cardinality(audiences) > 0),
    -- Where the issuer's key set is; null to discover it from the issuer.
    keys_uri   text COLLATE "C",
    -- The claim that identifies the user.
    claim      text COLLATE "C" NOT NULL CHECK (claim <> ''),
    -- Which user each of these values of the claim stands for; without any, the value is the user's name.
    claimed    text[] COLLATE "C" NOT NULL DEFAULT '{}',
    user_names text[] COLLATE "C" NOT NULL DEFAULT '{}',
    -- The claim that names users provisioned by their first token; null if no user is provisioned.
    name_claim text COLLATE "C" CHECK (name_claim <> ''),
    -- How many provisioned users there may be.
    most_users int CHECK (most_users >= 0),
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (tenant_id, name),
    UNIQUE (tenant_id, issuer),
    CHECK (cardinality(claimed) = cardinality(user_names)),
    CONSTRAINT identity_provider_new_users CHECK ((name_claim IS NULL) = (most_users IS NULL))
);

-- The subject of a token for which a user was provisioned. By the issuer and not by the tenant's row of it, so that an
-- identity provider that is deleted and created again finds its users. Names are not here: an issuer may change them.
CREATE TABLE federated_user (
    tenant_id  uuid NOT NULL REFERENCES tenant (id) ON DELETE CASCADE,
    issuer     text COLLATE "C" NOT NULL CHECK (issuer <> ''),
    subject    text COLLATE "C" NOT NULL CHECK (length(subject) BETWEEN 1 AND 255),
    -- Without a foreign key: the row that is left after the user was deleted keeps the next token from provisioning it
    -- again.
    user_id    uuid NOT NULL UNIQUE,
    -- How often provisioning was begun. Only a request that alone has begun it may give it up: if there are two, the
    -- other may already have the user.
    attempts   int NOT NULL DEFAULT 1 CHECK (attempts > 0),
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (tenant_id, issuer, subject)
);

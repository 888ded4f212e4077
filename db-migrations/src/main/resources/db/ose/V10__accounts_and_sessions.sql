-- Who signs in to the admin API: accounts, their sessions, tokens and second factors.

-- ------------------------------------------------------------------------------------------------------------ accounts

-- Administrators of the provider, who have a name and a status here, and users of tenants, who have both in
-- tenant_user. Beside tenant_user and not in it: a changed password does not concern the data path, which is notified
-- of each change of a user.
CREATE TABLE account (
    id                  uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    tenant_id           uuid,
    user_id             uuid UNIQUE,
    name                text COLLATE "C" UNIQUE CHECK (name <> ''),
    status              text COLLATE "C" CHECK (status IN ('ACTIVE', 'DISABLED')),
    -- Null: the account signs in by an identity provider only.
    password_hash       text COLLATE "C",
    password_changed_at timestamptz NOT NULL DEFAULT now(),
    -- Set with a password that another account has chosen; such a password is good for choosing a new one only.
    must_change         boolean NOT NULL DEFAULT false,
    signed_in_at        timestamptz,
    created_at          timestamptz NOT NULL DEFAULT now(),
    FOREIGN KEY (tenant_id, user_id) REFERENCES tenant_user (tenant_id, id) ON DELETE CASCADE,
    CONSTRAINT account_of_one_kind
        CHECK (num_nonnulls(tenant_id, user_id) IN (0, 2) AND num_nonnulls(name, status) IN (0, 2)
            AND (user_id IS NULL) = (name IS NOT NULL)),
    CONSTRAINT administrator_has_password CHECK (name IS NULL OR password_hash IS NOT NULL)
);

INSERT INTO account (name, status, password_hash, created_at)
    SELECT name, 'ACTIVE', password_hash, created_at FROM admin_user;
INSERT INTO account (tenant_id, user_id, password_hash, password_changed_at)
    SELECT tenant_id, user_id, password_hash, changed_at FROM tenant_login;
DROP TABLE admin_user;
DROP TABLE tenant_login;

-- ------------------------------------------------------------------------------------------------------------ sessions

CREATE TABLE admin_session (
    -- Under which its account sees it in a list.
    id         uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    -- SHA-256 of what the browser's cookie holds.
    digest     text COLLATE "C" NOT NULL UNIQUE CHECK (digest ~ '^[0-9a-f]{64}$'),
    account_id uuid NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    device     text COLLATE "C" NOT NULL,
    address    text COLLATE "C" NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    -- Written at most once a minute.
    used_at    timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL
);
CREATE INDEX admin_session_account ON admin_session (account_id);
CREATE INDEX admin_session_expiring ON admin_session (expires_at);

-- Sessions end with a change of password, role or status, whichever statement makes it, and do not come back with the
-- next change. The argument is the column of account that refers to the changed row.
CREATE FUNCTION end_sessions() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
    EXECUTE format('DELETE FROM admin_session s USING account a WHERE a.id = s.account_id AND a.%I = $1', TG_ARGV[0])
        USING NEW.id;
    RETURN NULL;
END
$$;
CREATE TRIGGER end_sessions AFTER UPDATE OF password_hash, status ON account
    FOR EACH ROW EXECUTE FUNCTION end_sessions('id');
CREATE TRIGGER end_sessions AFTER UPDATE OF role, status ON tenant_user
    FOR EACH ROW WHEN ((OLD.role, OLD.status) IS DISTINCT FROM (NEW.role, NEW.status))
    EXECUTE FUNCTION end_sessions('user_id');
CREATE TRIGGER end_sessions AFTER UPDATE OF status ON tenant
    FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION end_sessions('tenant_id');

-- -------------------------------------------------------------------------------------------------------------- tokens

CREATE TABLE api_token (
    id           uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    account_id   uuid NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    name         text COLLATE "C" NOT NULL CHECK (name <> ''),
    digest       text COLLATE "C" NOT NULL UNIQUE CHECK (digest ~ '^[0-9a-f]{64}$'),
    is_read_only boolean NOT NULL,
    -- The one tenant that it is good for; null if it is good for all that its account reaches.
    tenant_id    uuid REFERENCES tenant (id) ON DELETE CASCADE,
    expires_at   timestamptz NOT NULL,
    used_at      timestamptz,
    created_at   timestamptz NOT NULL DEFAULT now(),
    UNIQUE (account_id, name)
);

-- ------------------------------------------------------------------------------------------------------ second factors

CREATE TABLE second_factor (
    account_id   uuid PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
    -- Sealed.
    secret       bytea NOT NULL,
    -- Null until a code has shown that the account's device has the secret.
    confirmed_at timestamptz,
    -- The newest time step whose code was taken; none up to it is taken again.
    last_step    bigint NOT NULL DEFAULT 0,
    created_at   timestamptz NOT NULL DEFAULT now()
);

-- Each is good for one sign-in without the device.
CREATE TABLE recovery_code (
    account_id uuid NOT NULL REFERENCES second_factor (account_id) ON DELETE CASCADE,
    digest     text COLLATE "C" NOT NULL CHECK (digest ~ '^[0-9a-f]{64}$'),
    PRIMARY KEY (account_id, digest)
);

-- --------------------------------------------------------------------------------------- sign-in by identity providers

-- Providers with a client take part in the sign-in of browsers.
ALTER TABLE identity_provider
    ADD COLUMN client_id      text COLLATE "C" CHECK (client_id <> ''),
    -- Sealed; null for a public client.
    ADD COLUMN client_secret  bytea,
    -- The claim whose values make administrators of the tenant; null if none does.
    ADD COLUMN role_claim     text COLLATE "C" CHECK (role_claim <> ''),
    ADD COLUMN administrators text[] COLLATE "C" NOT NULL DEFAULT '{}',
    ADD CONSTRAINT identity_provider_secret_of_client CHECK (client_secret IS NULL OR client_id IS NOT NULL),
    ADD CONSTRAINT identity_provider_role CHECK ((role_claim IS NULL) = (cardinality(administrators) = 0));

-- Sign-ins under way at an identity provider. Deleted by the answer, so that none counts twice.
CREATE TABLE pending_sign_in (
    -- SHA-256 of the state.
    digest     text COLLATE "C" PRIMARY KEY CHECK (digest ~ '^[0-9a-f]{64}$'),
    -- SHA-256 of the cookie of the browser that began it.
    browser    text COLLATE "C" NOT NULL CHECK (browser ~ '^[0-9a-f]{64}$'),
    tenant_id  uuid NOT NULL,
    provider   text COLLATE "C" NOT NULL,
    return_to  text COLLATE "C" NOT NULL,
    expires_at timestamptz NOT NULL,
    FOREIGN KEY (tenant_id, provider) REFERENCES identity_provider (tenant_id, name) ON DELETE CASCADE
);
CREATE INDEX pending_sign_in_expiring ON pending_sign_in (expires_at);

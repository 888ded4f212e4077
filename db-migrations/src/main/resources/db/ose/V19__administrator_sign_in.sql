-- Administrators of the provider who sign in by an identity provider.

-- Identity providers of the provider itself. Not in identity_provider: those are of tenants, and nothing that a tenant's
-- identity provider says may make an administrator of the provider.
CREATE TABLE administrator_provider (
    name           text COLLATE "C" PRIMARY KEY CHECK (name <> ''),
    issuer         text COLLATE "C" NOT NULL UNIQUE CHECK (issuer <> ''),
    client_id      text COLLATE "C" NOT NULL CHECK (client_id <> ''),
    -- Sealed; null for a public client.
    client_secret  bytea,
    -- The claim that names an administrator at the first sign-in.
    name_claim     text COLLATE "C" NOT NULL CHECK (name_claim <> ''),
    -- The claim of which one of these values makes an administrator.
    role_claim     text COLLATE "C" NOT NULL CHECK (role_claim <> ''),
    administrators text[] COLLATE "C" NOT NULL CHECK (cardinality(administrators) > 0),
    created_at     timestamptz NOT NULL DEFAULT now(),
    revision       bigint NOT NULL DEFAULT nextval('revision')
);
CREATE TRIGGER revise BEFORE UPDATE ON administrator_provider FOR EACH ROW
    WHEN (OLD IS DISTINCT FROM NEW) EXECUTE FUNCTION revise();

-- An administrator has a password or an identity provider, whose subject it is: with both, it could sign in after the
-- provider took its role away.
ALTER TABLE account
    ADD COLUMN provider text COLLATE "C" REFERENCES administrator_provider (name) ON DELETE CASCADE,
    ADD COLUMN subject  text COLLATE "C" CHECK (length(subject) BETWEEN 1 AND 255),
    DROP CONSTRAINT administrator_has_password,
    ADD CONSTRAINT administrator_has_login CHECK (name IS NULL OR num_nonnulls(password_hash, provider) = 1),
    ADD CONSTRAINT account_of_provider
        CHECK (num_nonnulls(provider, subject) IN (0, 2) AND (provider IS NULL OR name IS NOT NULL)),
    ADD CONSTRAINT account_of_subject UNIQUE (provider, subject);

-- Null for sign-ins of administrators: the provider is then one of administrator_provider.
ALTER TABLE pending_sign_in ALTER COLUMN tenant_id DROP NOT NULL;

-- Whom tenants trust to say who somebody is: issuers of tokens of OpenID Connect.

CREATE TABLE identity_provider (
    tenant_id  uuid NOT NULL REFERENCES tenant (id) ON DELETE CASCADE,
    name       text COLLATE "C" NOT NULL CHECK (name <> ''),
    issuer     text COLLATE "C" NOT NULL CHECK (issuer <> ''),
    -- For whom a token must have been made.
    audiences  text[] COLLATE "C" NOT NULL CHECK (cardinality(audiences) > 0),
    -- Where the issuer's keys are; null to ask the issuer where.
    keys_uri   text COLLATE "C",
    -- The claim that says who somebody is.
    claim      text COLLATE "C" NOT NULL CHECK (claim <> ''),
    -- Which user each of these values of the claim stands for; without any, the value is the user's name.
    claimed    text[] COLLATE "C" NOT NULL DEFAULT '{}',
    user_names text[] COLLATE "C" NOT NULL DEFAULT '{}',
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (tenant_id, name),
    UNIQUE (tenant_id, issuer),
    CHECK (cardinality(claimed) = cardinality(user_names))
);

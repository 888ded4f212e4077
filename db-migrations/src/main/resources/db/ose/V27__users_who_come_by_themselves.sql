-- Users whom the first token of an issuer makes, and which issuers may have that done.

ALTER TABLE identity_provider
    -- The claim that names new users; null where nobody is made.
    ADD COLUMN name_claim text COLLATE "C" CHECK (name_claim <> ''),
    -- How many users there may be who were made so.
    ADD COLUMN most_users int CHECK (most_users >= 0),
    ADD CONSTRAINT identity_provider_new_users CHECK ((name_claim IS NULL) = (most_users IS NULL));

-- For whom they were made. By the issuer and not by the tenant's row of it, so that a trust that is taken back and given anew
-- finds its people again. Names are not here: an issuer's people may change theirs.
CREATE TABLE federated_user (
    tenant_id  uuid NOT NULL REFERENCES tenant (id) ON DELETE CASCADE,
    issuer     text COLLATE "C" NOT NULL CHECK (issuer <> ''),
    subject    text COLLATE "C" NOT NULL CHECK (length(subject) BETWEEN 1 AND 255),
    -- Without a foreign key: who was removed is not made anew by the next token, which the row that is left says.
    user_id    uuid NOT NULL UNIQUE,
    -- How often the making was begun. Only who alone has begun it may give it up: with two, one may already have it.
    attempts   int NOT NULL DEFAULT 1 CHECK (attempts > 0),
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (tenant_id, issuer, subject)
);

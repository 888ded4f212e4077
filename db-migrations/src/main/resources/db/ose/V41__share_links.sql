-- Links to objects that users share: revocable, with an end, and redeemed with the rights that their users have then.

CREATE TABLE share_link (
    id            uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    tenant_id     uuid NOT NULL,
    user_id       uuid NOT NULL,
    -- Of the token, which is in the link and nowhere else.
    digest        text COLLATE "C" NOT NULL UNIQUE CHECK (digest ~ '^[0-9a-f]{64}$'),
    -- One life of a bucket, which may be another tenant's. No foreign key: the list shows links of deleted buckets.
    bucket_id     bigint NOT NULL,
    bucket        text COLLATE "C" NOT NULL CHECK (bucket <> ''),
    key           text COLLATE "C" NOT NULL CHECK (key <> ''),
    -- Null for the current version at each use.
    version_id    text COLLATE "C" CHECK (version_id <> ''),
    password_hash text COLLATE "C" CHECK (password_hash <> ''),
    -- Null for any number.
    max_uses      int CHECK (max_uses > 0),
    uses          bigint NOT NULL DEFAULT 0 CHECK (uses >= 0),
    used_at       timestamptz,
    created_at    timestamptz NOT NULL DEFAULT now(),
    expires_at    timestamptz NOT NULL,
    revoked_at    timestamptz,
    CHECK (uses <= max_uses),
    FOREIGN KEY (tenant_id, user_id) REFERENCES tenant_user (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX share_link_of_user ON share_link (tenant_id, user_id);
-- Retention deletes what ended long ago.
CREATE INDEX share_link_expires_at ON share_link (expires_at);

-- Browsers that have signed in to an account before. Wrong logins from elsewhere do not keep them out.

CREATE TABLE known_device (
    -- SHA-256 of the browser's cookie, which is no login.
    digest     text COLLATE "C" PRIMARY KEY CHECK (digest ~ '^[0-9a-f]{64}$'),
    account_id uuid NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    used_at    timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX known_device_by_account ON known_device (account_id, used_at);

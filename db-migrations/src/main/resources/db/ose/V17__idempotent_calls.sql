-- Requests of the management API that were sent with an Idempotency-Key, so that a repetition makes nothing twice.

CREATE TABLE idempotent_call (
    -- Of the login, not of the account: a repetition comes from the same.
    login    text COLLATE "C" NOT NULL,
    key      text COLLATE "C" NOT NULL,
    -- SHA-256 of method, address and body, none of which has a secret.
    digest   text COLLATE "C" NOT NULL CHECK (digest ~ '^[0-9a-f]{64}$'),
    -- The attempt that carries it out or did.
    attempt  uuid NOT NULL,
    begun_at timestamptz NOT NULL DEFAULT now(),
    -- Null while it is being carried out. Failed ones have no row: they may be repeated.
    status   int,
    -- The answer, unless it tells a secret; then null, and only what was made is known.
    answer   text COLLATE "C",
    made     text COLLATE "C" NOT NULL DEFAULT '',
    PRIMARY KEY (login, key)
);
CREATE INDEX idempotent_call_begun ON idempotent_call (begun_at);

-- What each node reports about itself, and whether the provider drains it.

-- One row for each name, begun anew at each start. Unlike rows of node it has no number and stays for a day after the
-- node has gone. Nodes of a build before have none.
CREATE TABLE node_report (
    name                text COLLATE "C" PRIMARY KEY,
    host                text COLLATE "C" NOT NULL,
    version             text COLLATE "C" NOT NULL,
    s3_address          text COLLATE "C" NOT NULL,
    admin_address       text COLLATE "C" NOT NULL,
    phase               text COLLATE "C" NOT NULL CHECK (phase IN ('STARTING', 'READY', 'STOPPING')),
    -- Whether the node carries the order to drain out: its readiness says so.
    is_drained          boolean NOT NULL DEFAULT false,
    started_at          timestamptz NOT NULL DEFAULT now(),
    seen_at             timestamptz NOT NULL DEFAULT now(),
    -- At an orderly stop.
    stopped_at          timestamptz,
    open_requests       bigint NOT NULL,
    connections         bigint NOT NULL,
    journal_bytes       bigint NOT NULL,
    -- Null without a log of writes.
    ledger_lag_millis   bigint,
    -- How far the node's clock is ahead of the database's; null until it is known.
    clock_ahead_millis  bigint,
    -- When the first of the certificates of its listeners ends; null without TLS.
    certificate_ends_at timestamptz,
    -- The order to drain, which ends at a restart; null for none.
    drain_at            timestamptz,
    drain_by            text COLLATE "C"
) WITH (fillfactor = 50);

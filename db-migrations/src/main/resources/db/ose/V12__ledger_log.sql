-- The ledger as a log: what requests wait for is one append here; rows, counters, versions, labels and events follow.

-- Begins and ends of writes, in the order of (tx, ordinal). A transaction appends before it does anything else, so that
-- it holds the lock of this table before it has a number: a reader knows by that which transactions may still append.
--
-- One partition for 65,536 transactions, four in turn: one is truncated as a whole when all of it was applied, so nothing
-- is ever deleted and nothing needs vacuum. Should a partition come round before that, it simply has two ages of entries.
CREATE TABLE ledger_log (
    -- The number of the transaction.
    tx              bigint NOT NULL,
    bucket_id       bigint NOT NULL,
    op_id           bigint NOT NULL,
    -- Of an object that was written.
    size_bytes      bigint,
    modified_micros bigint,
    ordinal         int NOT NULL,
    -- bucket_id modulo 8.
    lane            smallint NOT NULL,
    -- (tx / 65,536) modulo 4.
    part            smallint NOT NULL,
    -- A write BEGINS; or it ended, and this is what became of it.
    kind            text COLLATE "C" NOT NULL CHECK (kind IN
                    ('BEGIN', 'WRITTEN', 'ASSUMED', 'DELETED', 'HIDDEN', 'CHANGED', 'UNKNOWN', 'REFUSED')),
    key             text COLLATE "C" NOT NULL,
    etag            bytea,
    -- Of the object that was written, or of the delete marker.
    version_id      text COLLATE "C",
    PRIMARY KEY (lane, tx, ordinal, part)
) PARTITION BY LIST (part);

DO $$
BEGIN
    FOR part IN 0..3 LOOP
        EXECUTE format('CREATE TABLE ledger_log_%s PARTITION OF ledger_log FOR VALUES IN (%s)'
            || ' WITH (autovacuum_enabled = false)', part, part);
    END LOOP;
END
$$;

-- How far the log was applied: up to and with this transaction. Written with the rows, in one transaction. A bucket's
-- entries are all in one lane, so that a flood in one bucket holds up no other lane.
CREATE TABLE ledger_lane (
    lane smallint PRIMARY KEY,
    tx   bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 10, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
INSERT INTO ledger_lane (lane) SELECT generate_series(0, 7);

-- The database whose numbers of transactions the log has. A dump that is restored elsewhere meets other numbers.
CREATE TABLE ledger_origin (
    id                int PRIMARY KEY CHECK (id = 1),
    system_identifier bigint NOT NULL
);
INSERT INTO ledger_origin (id, system_identifier) SELECT 1, system_identifier FROM pg_control_system();

-- How the node ends writes: all nodes that are alive must do it in the same way.
ALTER TABLE node ADD COLUMN ledger text COLLATE "C" NOT NULL DEFAULT 'TABLES' CHECK (ledger IN ('TABLES', 'LOG'));

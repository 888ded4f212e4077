-- The nodes of a cluster, and how each of them learns that rows it caches have changed.
--
-- Conventions of all tables:
--  * Names and keys are COLLATE "C": byte order of UTF-8, which is the order S3 lists in, on every host and after every
--    upgrade of its locale data (which silently corrupts indexes of other collations).
--  * Closed sets are text with a CHECK: readable in psql, and a new member is a cheap migration.
--  * Tables of objects begin their key with bucket_id and have no foreign keys and no triggers, so that they can be
--    distributed over machines by bucket_id. All other tables are small and stay in one place.
--  * Columns named secret or ..._secret hold cipher text only; the key is with the nodes, never in the database.
--  * A lease column grows each time a node takes the row's work, so that a node that lost its lease notices.

-- --------------------------------------------------------------------------------------------------------------- nodes

-- Each start of a node takes a number; it fits the 15 bits that an op_id has for it. After the sequence wraps around, a
-- number that is still in the table must be skipped.
CREATE SEQUENCE node_id_seq AS int MINVALUE 1 MAXVALUE 32767 CYCLE;
CREATE TABLE node (
    id           int PRIMARY KEY CHECK (id BETWEEN 1 AND 32767),
    name         text COLLATE "C" NOT NULL,
    version      text COLLATE "C" NOT NULL DEFAULT '',
    started_at   timestamptz NOT NULL DEFAULT now(),
    -- Past it the node counts as dead and its intents become dirty keys.
    lease_until  timestamptz NOT NULL,
    -- Whether the database has everything that was written through the node: its journal is empty. Set with each
    -- renewal of the lease; until the first one the node counts as having more to report.
    is_caught_up boolean NOT NULL DEFAULT false,
    -- Whether the expiry of its lease was recorded in upload_doubt.
    is_mourned   boolean NOT NULL DEFAULT false
);
ALTER SEQUENCE node_id_seq OWNED BY node.id;

-- ------------------------------------------------------------------------------------------------------- notifications

-- Nodes cache rows of platforms, tenants, users, credentials, policies, buckets, grants and quotas. The commit of a
-- change notifies them on the channel ose_change, and announces the epoch that it reached; a node that finds an epoch
-- it was not notified of drops its whole cache.
CREATE TABLE config_epoch (
    id         int PRIMARY KEY CHECK (id = 1),
    epoch      bigint NOT NULL,
    changed_by xid8 NOT NULL
) WITH (fillfactor = 10);
INSERT INTO config_epoch (id, epoch, changed_by) VALUES (1, 1, '0');

-- Arguments: the kind of thing that changed, and the column that identifies it.
--
-- Each trigger that calls this is deferred to the commit, so that the one row of config_epoch is locked last and only
-- for a moment: if it were locked earlier, two transactions that change the same two rows in turn could deadlock on it.
CREATE FUNCTION tell_nodes() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
    kind       text := TG_ARGV[0];
    key_column text := TG_ARGV[1];
    reached    bigint;
BEGIN
    IF TG_OP = 'UPDATE' AND OLD IS NOT DISTINCT FROM NEW THEN
        RETURN NULL;
    END IF;
    IF TG_OP <> 'INSERT' THEN
        PERFORM pg_notify('ose_change', kind || ':' || (to_jsonb(OLD) ->> key_column));
    END IF;
    IF TG_OP <> 'DELETE' THEN
        PERFORM pg_notify('ose_change', kind || ':' || (to_jsonb(NEW) ->> key_column));
    END IF;
    -- Once per transaction: thousands of versions of one row in a bulk change would slow each other down.
    UPDATE config_epoch SET epoch = epoch + 1, changed_by = pg_current_xact_id()
        WHERE id = 1 AND changed_by <> pg_current_xact_id() RETURNING epoch INTO reached;
    IF FOUND THEN
        PERFORM pg_notify('ose_change', 'epoch:' || reached);
    END IF;
    RETURN NULL;
END
$$;

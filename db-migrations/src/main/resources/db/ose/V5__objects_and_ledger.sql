-- What the platform has in each bucket, and the ledger of writes that keeps these rows true.

-- ----------------------------------------------------------------------------------------------------- newest versions

-- One row per key: its newest version. Eight columns, widest alignment first and none added lightly: with a ninth, each
-- row that holds a null grows by 8 bytes. About 220 bytes an object, index included.
--
-- etag: 16 bytes are an MD5; 18 bytes an MD5 and, big-endian, the number of parts; anything else is the text as the
-- platform gave it behind one byte 00, or two where one would make it 16 or 18 bytes long.
CREATE TABLE object_info (
    bucket_id   bigint NOT NULL,
    size_bytes  bigint NOT NULL CHECK (size_bytes >= 0),
    modified_at timestamptz NOT NULL,
    owner       uuid,
    -- Grows with each change of the row; a verification that finds another value than it began with starts over.
    ver         int NOT NULL DEFAULT 0,
    key         text COLLATE "C" NOT NULL,
    etag        bytea NOT NULL,
    version_id  text COLLATE "C",
    PRIMARY KEY (bucket_id, key)
) PARTITION BY HASH (bucket_id);

-- By bucket and never by key: counting one bucket over 64 partitions took 248 ms instead of 41. Autovacuum at 2 %
-- instead of 20 %, because one fifth of a big partition is hours of garbage; the fill factor leaves room to update rows
-- in place.
DO $$
BEGIN
    FOR part IN 0..15 LOOP
        EXECUTE format('CREATE TABLE object_info_%s PARTITION OF object_info'
            || ' FOR VALUES WITH (MODULUS 16, REMAINDER %s) WITH (fillfactor = 90,'
            || ' autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02)',
            lpad(part::text, 2, '0'), part);
    END LOOP;
END
$$;

-- ------------------------------------------------------------------------------------------------------ compacted rows

-- Objects that have not changed for a while, hundreds to a row: some 45 bytes an object, where a row of its own and its
-- index entry take 250.
--
-- At every moment an object is in exactly one place: in a row of object_info, or in the segment with the greatest first
-- key that is not above its own, unless object_hole names it. A change of a compacted object first takes the object out
-- of its segment: in one transaction a hole and the row. Compaction writes segments anew, with the rows and without the
-- holes. A billion objects are two million rows: no need for partitions.
CREATE TABLE object_segment (
    bucket_id bigint NOT NULL,
    -- Another one each time the segment is written, so that a reader notices.
    ver       bigint NOT NULL DEFAULT (random() * (1::bigint << 62))::bigint,
    -- The sum of the sizes of its objects.
    bytes     bigint NOT NULL,
    objects   int NOT NULL CHECK (objects > 0),
    first_key text COLLATE "C" NOT NULL,
    last_key  text COLLATE "C" NOT NULL,
    -- A Bloom filter of the keys; read for each write to the bucket, so it stays with the row.
    filter    bytea NOT NULL,
    -- The objects, packed and compressed by the node.
    data      bytea NOT NULL,
    PRIMARY KEY (bucket_id, first_key)
) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
ALTER TABLE object_segment
    ALTER COLUMN filter SET STORAGE PLAIN,
    ALTER COLUMN data SET STORAGE EXTERNAL;

-- Keys that their segment still has although they were changed or deleted since. With the size that the segment has for
-- them, so that counting needs no segment unpacked.
CREATE TABLE object_hole (
    bucket_id  bigint NOT NULL,
    size_bytes bigint NOT NULL,
    key        text COLLATE "C" NOT NULL,
    PRIMARY KEY (bucket_id, key)
) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 5000);

-- ------------------------------------------------------------------------------------------------------ older versions

-- All that the platform has under a key beside what object_info says of it: older versions, and delete markers, which
-- take no room. Older versions are billed, so they are counted as exactly as objects are. The version of an object from
-- before its bucket had versions is called null, as platforms do.
CREATE TABLE object_version (
    bucket_id   bigint NOT NULL,
    size_bytes  bigint NOT NULL CHECK (size_bytes >= 0),
    modified_at timestamptz NOT NULL,
    is_marker   boolean NOT NULL,
    key         text COLLATE "C" NOT NULL,
    version_id  text COLLATE "C" NOT NULL,
    PRIMARY KEY (bucket_id, key, version_id)
) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);

-- -------------------------------------------------------------------------------------------------------------- ledger

-- A write that has begun and whose end is not yet recorded. Rows live for milliseconds, hence vacuum by count: a share
-- of a table that is nearly empty would never be reached, or always.
--
-- One index serves all questions, and a write maintains one less than with two. Of two that both begin with the bucket,
-- a planner that believes the table empty, as it is whenever it is analysed, took the wrong one as soon as the right
-- one, and so read all entries of a busy bucket, dead ones included, to find one of them.
CREATE TABLE op_intent (
    bucket_id  bigint NOT NULL,
    -- node << 48 | counter
    op_id      bigint NOT NULL,
    started_at timestamptz NOT NULL DEFAULT now(),
    node_id    int NOT NULL,
    key        text COLLATE "C" NOT NULL,
    PRIMARY KEY (bucket_id, key, op_id)
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

-- Keys whose row may be wrong until the platform has been asked.
CREATE TABLE object_dirty (
    bucket_id  bigint NOT NULL,
    -- How long others can know of the mark: not from the start of the transaction that writes it.
    since      timestamptz NOT NULL DEFAULT clock_timestamp(),
    -- When to ask the platform next.
    due_at     timestamptz NOT NULL DEFAULT now(),
    -- Until then a write of unknown outcome may still take effect: answers are believed, yet the platform is asked again.
    hold_until timestamptz NOT NULL DEFAULT now(),
    -- Another one, at random, each time the key is marked, so that an answer asked for before that does not clear the mark:
    -- not in its next life either, nor in a standby that was promoted and gives out numbers once more.
    ver        bigint NOT NULL DEFAULT (random() * (1::bigint << 62))::bigint,
    -- How often in a row the platform could not answer.
    attempts   int NOT NULL DEFAULT 0,
    -- How often in a row it refused to. What a platform refuses to tell of a key, as of an object under its client's own
    -- encryption key, it mostly refuses for ever. Such a mark stays, as its row may be wrong; but after a few refusals it
    -- is parked: no listing waits for it.
    refusals   int NOT NULL DEFAULT 0,
    key        text COLLATE "C" NOT NULL,
    PRIMARY KEY (bucket_id, key)
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
-- The keys that wait to be asked for are found beside any number of parked ones, bucket by bucket.
CREATE INDEX object_dirty_due ON object_dirty (due_at) WHERE refusals < 3;
CREATE INDEX object_dirty_due_by_bucket ON object_dirty (bucket_id, due_at) WHERE refusals < 3;
CREATE INDEX object_dirty_parked ON object_dirty (due_at) WHERE refusals >= 3;

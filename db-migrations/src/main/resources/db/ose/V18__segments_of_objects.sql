-- Objects that have not changed for a while, hundreds to a row: some 45 bytes an object, where a row of its own and its entry
-- in the index take 250.
--
-- At every moment an object is in exactly one place: in a row of object_info, or in the segment with the greatest first key
-- that is not above its own, unless object_hole names it. Whoever changes the row of a folded object first takes the object
-- out of its segment: in one transaction a hole and the row. Folding writes segments anew, with the rows and without the holes.

-- A billion objects are two million rows: no need for partitions.
CREATE TABLE object_segment (
    bucket_id bigint NOT NULL,
    -- Another whenever the segment is written anew, so that whoever read it notices.
    ver       bigint NOT NULL DEFAULT (random() * (1::bigint << 62))::bigint,
    -- The sum of the sizes of its objects.
    bytes     bigint NOT NULL,
    objects   int NOT NULL CHECK (objects > 0),
    first_key text COLLATE "C" NOT NULL,
    last_key  text COLLATE "C" NOT NULL,
    -- A Bloom filter of the keys; looked into for each write to the bucket, so it stays with the row.
    filter    bytea NOT NULL,
    -- The objects, packed and compressed by the node.
    data      bytea NOT NULL,
    PRIMARY KEY (bucket_id, first_key)
) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
ALTER TABLE object_segment
    ALTER COLUMN filter SET STORAGE PLAIN,
    ALTER COLUMN data SET STORAGE EXTERNAL;

-- Keys that their segment still has although they were changed or deleted since. With the size that the segment tells, so
-- that counting needs no segment unpacked.
CREATE TABLE object_hole (
    bucket_id  bigint NOT NULL,
    size_bytes bigint NOT NULL,
    key        text COLLATE "C" NOT NULL,
    PRIMARY KEY (bucket_id, key)
) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 5000);

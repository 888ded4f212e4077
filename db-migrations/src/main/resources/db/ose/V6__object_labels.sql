-- Labels of objects: content types, tags and user metadata, of buckets whose tenants want to find objects by them. The
-- platform has them; they are asked for after the fact, and no write waits for that.

-- Buckets of which labels are indexed. While there is none, all that a write pays is a lookup here.
CREATE TABLE labelled_bucket (
    bucket_id  bigint PRIMARY KEY,
    -- FILLING: the objects that were there before are being queued; REMOVING: indexing has ended, and what was indexed
    -- is being deleted.
    state      text COLLATE "C" NOT NULL DEFAULT 'FILLING' CHECK (state IN ('FILLING', 'FILLED', 'REMOVING')),
    -- Since when. Writes that do not know of it yet are over some seconds later.
    changed_at timestamptz NOT NULL DEFAULT now(),
    -- The last key that the filling came to, and how many objects it has queued.
    position   text COLLATE "C" NOT NULL DEFAULT '',
    queued     bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 70);
CREATE INDEX labelled_bucket_filling ON labelled_bucket (changed_at) WHERE state = 'FILLING';
CREATE INDEX labelled_bucket_removing ON labelled_bucket (changed_at) WHERE state = 'REMOVING';

-- Keys whose labels are to be asked for; of such buckets only, and written with the rows of the objects.
CREATE TABLE label_due (
    bucket_id  bigint NOT NULL,
    due_at     timestamptz NOT NULL DEFAULT now(),
    -- Until then a request of unknown outcome may still change the labels, and the key stays queued.
    hold_until timestamptz,
    -- Grows when the key is queued again, so that an answer asked for before that does not count. Begins at random: an
    -- answer asked for in an earlier life of the row must not count either.
    ver        bigint NOT NULL DEFAULT (random() * (1::bigint << 62))::bigint,
    -- How often in a row the platform could not answer, and how often it refused to.
    attempts   int NOT NULL DEFAULT 0,
    refusals   int NOT NULL DEFAULT 0,
    key        text COLLATE "C" NOT NULL,
    PRIMARY KEY (bucket_id, key)
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
CREATE INDEX label_due_by_bucket ON label_due (bucket_id, due_at);

-- What the platform answered for an object: names and values in turn, names as filters have them. The labels of an
-- object without a row are not known.
CREATE TABLE object_label (
    bucket_id bigint NOT NULL,
    key       text COLLATE "C" NOT NULL,
    labels    text[] COLLATE "C" NOT NULL,
    PRIMARY KEY (bucket_id, key)
) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);

-- The same by label, in the order of keys. By a hash of name and value: metadata are longer than an index entry may be,
-- and the reader of the labels notices a collision.
CREATE TABLE object_label_value (
    bucket_id bigint NOT NULL,
    hash      bigint NOT NULL,
    key       text COLLATE "C" NOT NULL,
    PRIMARY KEY (bucket_id, hash, key)
) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);

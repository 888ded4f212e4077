-- Labels of objects: content types, tags and user metadata, of buckets whose tenants want to find objects by them. The platform
-- has them; they are asked for after the fact, and no write waits for that.

-- Buckets of which labels are kept. Empty where nobody wants them, and then all that a write pays is a look at it.
CREATE TABLE labelled_bucket (
    bucket_id  bigint PRIMARY KEY,
    -- FILLING: the objects that were there before are on their way; REMOVING: nothing is kept any more, and what was goes.
    state      text COLLATE "C" NOT NULL DEFAULT 'FILLING' CHECK (state IN ('FILLING', 'FILLED', 'REMOVING')),
    -- Since when. Whoever writes without knowing of it is over some seconds later.
    changed_at timestamptz NOT NULL DEFAULT now(),
    -- The last key that the filling came to, and how many objects those were.
    position   text COLLATE "C" NOT NULL DEFAULT '',
    queued     bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 70);
CREATE INDEX labelled_bucket_filling ON labelled_bucket (changed_at) WHERE state = 'FILLING';
CREATE INDEX labelled_bucket_removing ON labelled_bucket (changed_at) WHERE state = 'REMOVING';

-- Keys whose labels are to be asked for; of such buckets only, and noted with their rows.
CREATE TABLE label_due (
    bucket_id bigint NOT NULL,
    due_at    timestamptz NOT NULL DEFAULT now(),
    -- As long as a request that nobody knows the end of may still change the labels, the key is not done with.
    hold_until timestamptz,
    -- Grows when the key is noted again, so that an answer asked for before that does not count. Begins at random: nor must one of
    -- an earlier life of the note.
    ver       bigint NOT NULL DEFAULT (random() * (1::bigint << 62))::bigint,
    -- How often in a row the platform could not tell, and how often it refused to.
    attempts  int NOT NULL DEFAULT 0,
    refusals  int NOT NULL DEFAULT 0,
    key       text COLLATE "C" NOT NULL,
    PRIMARY KEY (bucket_id, key)
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
CREATE INDEX label_due_by_bucket ON label_due (bucket_id, due_at);

-- What the platform told of an object: names and values in turn, names as filters have them. An object without a row is one whose
-- labels are not known.
CREATE TABLE object_label (
    bucket_id bigint NOT NULL,
    key       text COLLATE "C" NOT NULL,
    labels    text[] COLLATE "C" NOT NULL,
    PRIMARY KEY (bucket_id, key)
) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);

-- The same by label, in the order of keys. By a hash of name and value: metadata are longer than an entry of an index may be, and
-- whoever reads the labels notices where two have the same.
CREATE TABLE object_label_value (
    bucket_id bigint NOT NULL,
    hash      bigint NOT NULL,
    key       text COLLATE "C" NOT NULL,
    PRIMARY KEY (bucket_id, hash, key)
) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);

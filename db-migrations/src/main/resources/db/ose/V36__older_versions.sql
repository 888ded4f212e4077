-- What a bucket holds beside the newest versions of its objects: older versions, and delete markers. They take room and are
-- paid for, so they are counted as exactly as objects are.

-- Null until the platform was asked: then a bucket is treated as one that may have versions, which costs time and no truth.
-- Never false again once it is true: versioning can be suspended, and what there is stays.
ALTER TABLE bucket ADD COLUMN may_have_versions boolean;
CREATE INDEX bucket_of_unknown_versions ON bucket (id) WHERE may_have_versions IS NULL;
-- Of those that could not be asked: when to ask next. Not in the bucket's row, of whose changes all nodes are told.
CREATE TABLE bucket_versions_due (
    bucket_id bigint PRIMARY KEY REFERENCES bucket (id) ON DELETE CASCADE,
    due_at    timestamptz NOT NULL,
    attempts  int NOT NULL DEFAULT 1
);

-- All that the platform has under a key but for what object_info says of it. Delete markers take no room. The version of an
-- object from before its bucket had versions is called null, as platforms do.
CREATE TABLE object_version (
    bucket_id   bigint NOT NULL,
    size_bytes  bigint NOT NULL CHECK (size_bytes >= 0),
    modified_at timestamptz NOT NULL,
    is_marker   boolean NOT NULL,
    key         text COLLATE "C" NOT NULL,
    version_id  text COLLATE "C" NOT NULL,
    PRIMARY KEY (bucket_id, key, version_id)
) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);

ALTER TABLE usage_delta
    ADD COLUMN older_versions int NOT NULL DEFAULT 0,
    ADD COLUMN older_bytes bigint NOT NULL DEFAULT 0;
ALTER TABLE usage_bucket
    ADD COLUMN older_versions bigint NOT NULL DEFAULT 0,
    ADD COLUMN older_bytes bigint NOT NULL DEFAULT 0,
    ADD COLUMN drift_older_versions bigint,
    ADD COLUMN drift_older_bytes bigint;

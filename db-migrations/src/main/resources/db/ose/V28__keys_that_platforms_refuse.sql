-- What a platform refuses to tell of a key, as of an object under its client's own encryption key, it mostly refuses for ever. Such a
-- mark stays, as its row may be wrong; but after a few refusals nobody waits for it, and the keys that wait to be asked for are found
-- beside any number of such marks, bucket by bucket.
ALTER TABLE object_dirty ADD COLUMN refusals int NOT NULL DEFAULT 0;
DROP INDEX object_dirty_due;
CREATE INDEX object_dirty_due ON object_dirty (due_at) WHERE refusals < 3;
CREATE INDEX object_dirty_due_by_bucket ON object_dirty (bucket_id, due_at) WHERE refusals < 3;
CREATE INDEX object_dirty_parked ON object_dirty (due_at) WHERE refusals >= 3;

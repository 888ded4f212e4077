-- The creation that may remove the bucket again because a setting failed; null if there is none. Another request that
-- creates the bucket clears it, because its client learns that the bucket exists.
ALTER TABLE bucket ADD COLUMN undo_id uuid;

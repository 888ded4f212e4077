-- The rest of the names in the words of the field; see step 18, which also says why all nodes are stopped before it.

-- The principal that assumed the role, as a digest.
ALTER TABLE credential RENAME COLUMN opener TO assumed_by;
ALTER TABLE credential RENAME CONSTRAINT opener_of_session_of_role TO principal_of_session_of_role;
ALTER INDEX credential_opener RENAME TO credential_by_principal;

-- Delivered no more: all attempts failed, or it waited for too long.
ALTER TABLE event RENAME COLUMN given_up TO is_dead_letter;
ALTER INDEX event_given_up RENAME TO event_dead_letters;

-- Keys of compacted objects that have been deleted or replaced since.
ALTER TABLE object_hole RENAME TO object_tombstone;
ALTER INDEX object_hole_pkey RENAME TO object_tombstone_pkey;

-- The request that deletes the bucket.
ALTER TABLE bucket RENAME COLUMN deletion TO deletion_id;

-- What the request created, for answers that must not be repeated.
ALTER TABLE idempotent_call RENAME COLUMN made TO created;

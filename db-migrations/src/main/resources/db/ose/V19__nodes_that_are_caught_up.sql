-- Whether the database knows of all that was written through the node: nothing waits in its journal. Told with each renewal of
-- the lease; a node that has said nothing yet, or is of a version that does not, counts as one that has more to tell.
ALTER TABLE node ADD COLUMN is_caught_up boolean NOT NULL DEFAULT false;

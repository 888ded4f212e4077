-- Makes the making and the deletion of one bucket safe from each other: who asks the platform to delete a bucket says so in
-- the row first, and forgets the row only if nobody made the bucket anew meanwhile.

-- How many requests are making the bucket. Only the last that the platform refuses gives the name up.
ALTER TABLE bucket ADD COLUMN claims int NOT NULL DEFAULT 1 CHECK (claims >= 0);

-- Which request is deleting the bucket. Until the platform has agreed the bucket stays visible and serves its objects.
ALTER TABLE bucket ADD COLUMN deletion uuid;

-- Until when they are surely at work. A node that died leaves a past time behind, and nobody waits for it.
ALTER TABLE bucket ADD COLUMN busy_until timestamptz;

UPDATE bucket SET state = 'ACTIVE' WHERE state = 'DELETING';
ALTER TABLE bucket ADD CONSTRAINT deletion_is_known CHECK ((state = 'DELETING') = (deletion IS NOT NULL));
ALTER TABLE bucket ADD CONSTRAINT deletion_ends CHECK (deletion IS NULL OR busy_until IS NOT NULL);

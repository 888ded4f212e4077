-- Whom a bucket is shared with changes on its platform first, and in bucket_grant once the platform has agreed.

-- A change that is between the two. One at a time, or the rows might be those of one change and the platform's policy that
-- of another.
CREATE TABLE sharing_change (
    bucket_id  bigint PRIMARY KEY REFERENCES bucket (id) ON DELETE CASCADE,
    id         uuid NOT NULL,
    -- Whoever began it is thought dead from then on.
    busy_until timestamptz NOT NULL
);

-- Buckets whose rows are still to be forgotten. Written in the transaction that deletes the bucket's own row, so that a node
-- which dies before it has deleted the rows of the objects, millions perhaps, leaves word of them.
CREATE TABLE bucket_gone (
    id bigint PRIMARY KEY,
    at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX bucket_gone_by_time ON bucket_gone (at);

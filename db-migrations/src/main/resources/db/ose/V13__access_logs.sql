-- Access logs of buckets, which nodes write.

-- Where the records of requests to the bucket go: a bucket of the same owner, looked up by its name for each delivery,
-- so that one created anew under that name goes on. In the bucket's row, which nodes cache and are notified of: a bucket
-- without access log costs no request a look-up. Null: nothing is recorded.
ALTER TABLE bucket
    ADD COLUMN log_target text COLLATE "C",
    ADD COLUMN log_prefix text COLLATE "C",
    ADD COLUMN log_keys   text COLLATE "C" CHECK (log_keys IN ('UNSTATED', 'SIMPLE', 'EVENT_TIME', 'DELIVERY_TIME')),
    ADD CONSTRAINT logging_is_whole CHECK (num_nulls(log_target, log_prefix, log_keys) IN (0, 3));

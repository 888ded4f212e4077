-- Of two indexes that both began with the bucket a planner that believes the table empty, as it is whenever somebody counts it,
-- took the wrong one as soon as the right one, and so read all entries of a busy bucket, dead ones included, to find one of them.
-- One serves all questions, and a write keeps one index less.
ALTER TABLE op_intent DROP CONSTRAINT op_intent_pkey, ADD PRIMARY KEY (bucket_id, key, op_id);
DROP INDEX op_intent_by_key;

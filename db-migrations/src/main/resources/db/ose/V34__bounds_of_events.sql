-- Of each webhook only so many events are kept; these are those that were dropped for good.
ALTER TABLE webhook ADD COLUMN dropped bigint NOT NULL DEFAULT 0;

-- When its events were last asked for again: what was too old to be told is told for another day.
ALTER TABLE webhook ADD COLUMN redelivered_at timestamptz;

-- Uploads are known from their making on, not only from their first part, so that one whose parts were not counted, because a
-- node died, is asked for like any other. A day behind checked_at the platform is asked for the parts; at once where that is
-- -infinity, as for all uploads that are there now: some were completed and never taken out.
ALTER TABLE upload
    ADD COLUMN asked_at timestamptz NOT NULL DEFAULT now(),
    -- Something may still change behind a request of unknown outcome until then: asked for once more behind that.
    ADD COLUMN unsure_until timestamptz,
    -- Counts what was noted: an answer of the platform is older than what was noted meanwhile.
    ADD COLUMN changes bigint NOT NULL DEFAULT 0;
UPDATE upload SET checked_at = '-infinity';
CREATE INDEX upload_by_question ON upload (asked_at);

-- When a node died, which may have stored or removed parts that were not noted, and when what it had sent can no longer come: all
-- uploads that were asked for before are asked for again.
CREATE TABLE upload_doubt (at timestamptz NOT NULL);
CREATE INDEX upload_doubt_by_time ON upload_doubt (at);
-- Whether that was noted of a node that is gone.
ALTER TABLE node ADD COLUMN is_mourned boolean NOT NULL DEFAULT false;

-- How many uploads a comparison had asked for.
ALTER TABLE sync_run ADD COLUMN uploads bigint NOT NULL DEFAULT 0;

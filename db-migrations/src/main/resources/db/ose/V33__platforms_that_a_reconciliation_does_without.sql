-- A platform that stays away is passed over by the run that waited for it long enough, and asked again by the next one.
ALTER TABLE reconciliation_run
    -- Since when the run waits; null while it goes on.
    ADD COLUMN waiting_since timestamptz,
    -- Platforms that it does without, and how many of their users it has not compared.
    ADD COLUMN passed_over int[] NOT NULL DEFAULT '{}',
    ADD COLUMN skipped bigint NOT NULL DEFAULT 0;

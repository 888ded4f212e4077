-- Which requests the retention of metered hours has deleted, so that bills of these months are shown as incomplete.
-- Of what was deleted before this step it is only known that the first hour that is left is a later one.

CREATE TABLE metered_retention (
    id             int PRIMARY KEY CHECK (id = 1),
    -- Hours that began before may be missing.
    deleted_before timestamptz NOT NULL
);
INSERT INTO metered_retention (id, deleted_before)
SELECT 1, coalesce(min(hour), '-infinity') FROM metered_hour;

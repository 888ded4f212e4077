-- A standby that takes over and lacks the last commits counts events on from an earlier number, and would give numbers again that
-- receivers have already seen. Its timeline is a later one.
ALTER TABLE event ADD COLUMN timeline int NOT NULL DEFAULT 0;

-- The timeline of the log, as the names of its files begin with it: a promotion changes that at once. Where there is no such thing
-- events are told all the same.
CREATE FUNCTION event_timeline() RETURNS int LANGUAGE plpgsql STABLE AS $$
BEGIN
    RETURN ('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::int;
EXCEPTION WHEN undefined_function OR feature_not_supported OR insufficient_privilege THEN
    RETURN 0;
END
$$;

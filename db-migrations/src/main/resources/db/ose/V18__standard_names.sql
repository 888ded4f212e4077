-- Names in the words of the field. Only names change; rows stay as they are.
--
-- A node that was built before this step asks for the former names, and fails. So this step is an exception from the rule
-- that nodes of two versions run side by side: all nodes are stopped before the first one with this step starts, and going
-- back means to restore the database from the backup. There is no release without this step.

ALTER FUNCTION tell_nodes() RENAME TO notify_nodes;
-- Each trigger is a constraint, too, which has a name of its own.
DO $$
DECLARE
    changed regclass;
BEGIN
    FOR changed IN SELECT tgrelid FROM pg_trigger WHERE tgname = 'tell_nodes' AND tgfoid = 'notify_nodes'::regproc LOOP
        EXECUTE format('ALTER TRIGGER tell_nodes ON %s RENAME TO notify_nodes', changed);
        EXECUTE format('ALTER TABLE %s RENAME CONSTRAINT tell_nodes TO notify_nodes', changed);
    END LOOP;
END
$$;

ALTER TABLE platform_probe RENAME COLUMN trials TO checks_version;
ALTER TABLE platform_probe RENAME COLUMN verdicts TO results;
ALTER TABLE platform_probe RENAME CONSTRAINT platform_probe_verdicts_check TO platform_probe_results_check;
-- As in the other tables of work that can fail.
ALTER TABLE platform_probe RENAME COLUMN trouble TO problem;

ALTER TABLE tenant RENAME COLUMN pose_as TO impersonation;
ALTER TABLE tenant RENAME CONSTRAINT tenant_pose_as_check TO tenant_impersonation_check;

ALTER TABLE tenant_role RENAME COLUMN longest_seconds TO max_session_seconds;
ALTER TABLE tenant_role RENAME CONSTRAINT tenant_role_longest_seconds_check TO tenant_role_max_session_seconds_check;

ALTER TABLE identity_provider RENAME COLUMN claimed TO claim_values;
ALTER TABLE identity_provider RENAME COLUMN most_users TO max_users;
ALTER TABLE identity_provider RENAME CONSTRAINT identity_provider_most_users_check TO identity_provider_max_users_check;

ALTER TABLE bucket RENAME COLUMN heir_id TO new_owner_id;
ALTER TABLE bucket RENAME CONSTRAINT bucket_tenant_id_heir_id_fkey TO bucket_tenant_id_new_owner_id_fkey;
ALTER INDEX bucket_by_heir RENAME TO bucket_by_new_owner;

ALTER TABLE bucket_gone RENAME TO deleted_bucket;
ALTER INDEX bucket_gone_pkey RENAME TO deleted_bucket_pkey;
ALTER INDEX bucket_gone_by_time RENAME TO deleted_bucket_by_time;

ALTER TABLE object_version RENAME COLUMN is_marker TO is_delete_marker;

-- As in object_dirty and label_due, which wait for writes of unknown outcome in the same way.
ALTER TABLE upload RENAME COLUMN unsure_until TO hold_until;
ALTER TABLE upload RENAME COLUMN asked_at TO queried_at;
ALTER INDEX upload_by_question RENAME TO upload_by_query;
-- Times from which on uploads that were queried before are queried again: a node died, or what it had sent can no longer
-- take effect.
ALTER TABLE upload_doubt RENAME TO upload_recheck;
ALTER INDEX upload_doubt_by_time RENAME TO upload_recheck_by_time;
-- Whether the expiry of its lease was recorded in upload_recheck.
ALTER TABLE node RENAME COLUMN is_mourned TO is_expiry_recorded;

ALTER TABLE reconciliation_run RENAME COLUMN passed_over TO skipped_platforms;

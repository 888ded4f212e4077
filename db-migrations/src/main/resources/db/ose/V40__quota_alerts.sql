-- Alerts of quotas that are nearly used up.

-- At which percentages of a limit alerts are raised: the provider's default, and those of tenants with their own.
CREATE TABLE quota_alert_default (
    id         int PRIMARY KEY CHECK (id = 1),
    thresholds int[] NOT NULL CHECK (1 <= ALL (thresholds) AND 100 >= ALL (thresholds)),
    revision   bigint NOT NULL DEFAULT nextval('revision')
);
INSERT INTO quota_alert_default (id, thresholds) VALUES (1, '{80,95}');
CREATE TRIGGER revise BEFORE UPDATE ON quota_alert_default FOR EACH ROW
    WHEN (OLD IS DISTINCT FROM NEW) EXECUTE FUNCTION revise();

CREATE TABLE quota_alert_threshold (
    tenant_id  uuid PRIMARY KEY REFERENCES tenant (id) ON DELETE CASCADE,
    thresholds int[] NOT NULL CHECK (1 <= ALL (thresholds) AND 100 >= ALL (thresholds)),
    revision   bigint NOT NULL DEFAULT nextval('revision')
);
CREATE TRIGGER revise BEFORE UPDATE ON quota_alert_threshold FOR EACH ROW
    WHEN (OLD IS DISTINCT FROM NEW) EXECUTE FUNCTION revise();

-- One row for each crossing. Open until usage is well below the threshold, or the quota or the threshold is gone. The
-- names are those at the crossing: an alert outlives its quota, user and bucket.
CREATE TABLE quota_alert (
    id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    tenant_id   uuid NOT NULL REFERENCES tenant (id) ON DELETE CASCADE,
    quota_id    bigint NOT NULL,
    user_name   text COLLATE "C",
    bucket_name text COLLATE "C",
    dimension   text COLLATE "C" NOT NULL CHECK (dimension IN ('BYTES', 'OBJECTS', 'BUCKETS')),
    threshold   int NOT NULL,
    quota_limit bigint NOT NULL,
    used        bigint NOT NULL,
    raised_at   timestamptz NOT NULL DEFAULT now(),
    cleared_at  timestamptz,
    clearance   text COLLATE "C" CHECK (clearance IN ('BELOW_THRESHOLD', 'QUOTA_REMOVED', 'THRESHOLD_REMOVED')),
    CHECK ((cleared_at IS NULL) = (clearance IS NULL))
);
-- A crossing is one alert, whichever nodes notice it.
CREATE UNIQUE INDEX quota_alert_open ON quota_alert (quota_id, dimension, threshold) WHERE cleared_at IS NULL;
CREATE INDEX quota_alert_by_tenant ON quota_alert (tenant_id, id);

-- Webhooks may receive alerts beside changes of objects, or alone.
ALTER TABLE webhook ADD COLUMN alerts boolean NOT NULL DEFAULT false;
ALTER TABLE webhook DROP CONSTRAINT webhook_check;
ALTER TABLE webhook ADD CHECK (created OR removed OR prefix = '' AND suffix = '' AND (alerts OR bucket_id IS NULL));

-- Null: a change of an object. Otherwise the facts of the alert as they are sent; bucket, key and entity tag are empty.
ALTER TABLE event ADD COLUMN alert jsonb;

-- What nodes find by themselves is recorded, too.
ALTER TABLE audit_entry DROP CONSTRAINT audit_entry_source_check;
ALTER TABLE audit_entry ADD CHECK (source IN ('ADMIN', 'IAM', 'S3', 'NODE'));

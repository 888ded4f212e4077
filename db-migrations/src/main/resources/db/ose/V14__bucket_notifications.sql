-- Notifications that clients configure by S3: the changes of one bucket that are told to a webhook.

-- The notification configurations of a bucket, if its platform keeps none. No foreign keys: what the bucket's last
-- objects became is told after it is gone, and deleting a webhook must not make writes wait. Two configurations of a
-- bucket never tell the same event of the same key, so that each change costs at most one more row.
CREATE TABLE bucket_notification (
    bucket_id  bigint NOT NULL,
    ordinal    smallint NOT NULL,
    webhook_id bigint NOT NULL,
    kind       text COLLATE "C" NOT NULL CHECK (kind IN ('QUEUE', 'TOPIC')),
    -- Unique in its bucket; what the client called it.
    name       text COLLATE "C" NOT NULL,
    -- Event types as the client wrote them, and what they stand for.
    types      text[] COLLATE "C" NOT NULL,
    put        boolean NOT NULL,
    completed  boolean NOT NULL,
    deleted    boolean NOT NULL,
    hidden     boolean NOT NULL,
    -- Null: the client named none.
    prefix     text COLLATE "C",
    suffix     text COLLATE "C",
    PRIMARY KEY (bucket_id, ordinal),
    CHECK (put OR completed OR deleted OR hidden)
);
CREATE INDEX bucket_notification_by_webhook ON bucket_notification (webhook_id);

-- A webhook without events of its own is told what configurations of buckets name it for.
ALTER TABLE webhook DROP CONSTRAINT webhook_check;
ALTER TABLE webhook ADD CHECK (created OR removed OR bucket_id IS NULL AND prefix = '' AND suffix = '');

-- Null: by the webhook's own terms.
ALTER TABLE event ADD COLUMN configuration text COLLATE "C";

-- The multipart uploads by which nodes store the bodies of single uploads, from before their first part until they are
-- completed or aborted.
CREATE TABLE split_upload (
    bucket_id bigint NOT NULL,
    -- When a node last noted that the upload goes on.
    kept_at   timestamptz NOT NULL DEFAULT now(),
    -- No node notes that any more: from then on any node aborts the upload.
    abort_at  timestamptz,
    upload_id text COLLATE "C" NOT NULL,
    key       text COLLATE "C" NOT NULL,
    PRIMARY KEY (bucket_id, upload_id)
);
CREATE INDEX split_upload_by_abortion ON split_upload (abort_at) WHERE abort_at IS NOT NULL;

-- Which pages may use S3 in browsers whatever the rules of buckets say: one setting of the provider.

CREATE TABLE cors_policy (
    id       int PRIMARY KEY CHECK (id = 1),
    mode     text COLLATE "C" NOT NULL CHECK (mode IN ('BUCKET_RULES', 'ANY_ORIGIN', 'LISTED_ORIGINS')),
    -- In the form of the Origin header; kept while another mode is set.
    origins  text[] NOT NULL DEFAULT '{}',
    revision bigint NOT NULL DEFAULT nextval('revision')
);
INSERT INTO cors_policy (id, mode) VALUES (1, 'BUCKET_RULES');
CREATE TRIGGER revise BEFORE UPDATE ON cors_policy FOR EACH ROW
    WHEN (OLD IS DISTINCT FROM NEW) EXECUTE FUNCTION revise();

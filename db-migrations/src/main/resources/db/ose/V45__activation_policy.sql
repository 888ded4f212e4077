-- Whether organisations of Cloud Director become tenants by themselves: one setting of the provider.

CREATE TABLE activation_policy (
    id          int PRIMARY KEY CHECK (id = 1),
    -- CONFIGURED leaves it to each node's configuration.
    mode        text COLLATE "C" NOT NULL CHECK (mode IN ('CONFIGURED', 'MANUAL', 'AUTOMATIC')),
    -- Organisations that never do.
    exceptions  uuid[] NOT NULL DEFAULT '{}',
    -- The quota of tenants that are made so; a limit is null if there is none.
    max_bytes   bigint CHECK (max_bytes >= 0),
    max_objects bigint CHECK (max_objects >= 0),
    max_buckets bigint CHECK (max_buckets >= 0),
    revision    bigint NOT NULL DEFAULT nextval('revision')
);
INSERT INTO activation_policy (id, mode) VALUES (1, 'CONFIGURED');
CREATE TRIGGER revise BEFORE UPDATE ON activation_policy FOR EACH ROW
    WHEN (OLD IS DISTINCT FROM NEW) EXECUTE FUNCTION revise();

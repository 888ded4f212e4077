-- To whom the platform is being asked to give a bucket. It counts for the owner and for the heir until one of them has it: the
-- quota of the heir is asked before the platform is, and nobody may take that place meanwhile.
ALTER TABLE bucket ADD COLUMN heir_id uuid;
ALTER TABLE bucket ADD FOREIGN KEY (tenant_id, heir_id) REFERENCES tenant_user (tenant_id, id);
CREATE INDEX bucket_by_heir ON bucket (tenant_id, heir_id) WHERE heir_id IS NOT NULL;

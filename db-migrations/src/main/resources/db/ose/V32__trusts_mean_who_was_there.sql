-- A trust that names a user means the one of that name who was there when it was written.
ALTER TABLE tenant_role ADD COLUMN trust_set_at timestamptz NOT NULL DEFAULT now();

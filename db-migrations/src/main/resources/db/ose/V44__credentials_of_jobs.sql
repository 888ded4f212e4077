-- Jobs that a signed request starts are bound to its credential.

-- With the rights of this access key, as long as it is active; null for all rights of the user. No foreign key: a job
-- whose key is deleted must fail, rather than go on with other rights or be forgotten.
ALTER TABLE job ADD COLUMN access_key text COLLATE "C";

-- Jobs that move objects and that delete the markers which hide them.

ALTER TABLE job DROP CONSTRAINT job_kind_check, ADD CONSTRAINT job_kind_check CHECK (kind IN
    ('EMPTY_BUCKET', 'DELETE_OBJECTS', 'RESTORE_OBJECTS', 'COPY_OBJECTS', 'MOVE_OBJECTS'));

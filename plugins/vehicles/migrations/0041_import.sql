-- Why: vehicles and devices come by file, many at once, and a whole file can be taken back. What came by which file is told by the rows themselves.

-- +goose Up
CREATE TABLE vehicles.import (
    org_id    text        NOT NULL,
    id        text        NOT NULL DEFAULT gen_random_uuid()::text,
    made_by   text        NOT NULL,
    made_at   timestamptz NOT NULL DEFAULT now(),
    file      text        NOT NULL,
    vehicles  integer     NOT NULL,
    devices   integer     NOT NULL,
    undone_at timestamptz,
    CONSTRAINT import_pkey PRIMARY KEY (org_id, id)
);
COMMENT ON TABLE vehicles.import IS 'Files that vehicles came by; vehicles and devices count what each added';
COMMENT ON COLUMN vehicles.import.made_by IS 'Id of the user';
CREATE INDEX import_by_time ON vehicles.import (org_id, made_at);
SELECT outrider.protect('vehicles.import');

ALTER TABLE vehicles.vehicle ADD COLUMN import_id text;
ALTER TABLE vehicles.device ADD COLUMN import_id text;
COMMENT ON COLUMN vehicles.vehicle.import_id IS 'The file that it came by; NULL: none';
COMMENT ON COLUMN vehicles.device.import_id IS 'The file that it came by, and was made for; NULL: none';
-- What an import that is taken back has to find.
CREATE INDEX vehicle_by_import ON vehicles.vehicle (org_id, import_id) WHERE import_id IS NOT NULL;
CREATE INDEX device_by_import ON vehicles.device (org_id, import_id) WHERE import_id IS NOT NULL;

-- Why: the fleet itself. A vehicle hangs on a group, devices hang on vehicles for a time, and what a caller may see is decided by
-- today's path of the vehicle's group; so the groups' paths are kept here as a read model of event.identity.group.

-- +goose Up
CREATE TABLE vehicles.group_path (
    org_id    text   NOT NULL,
    id        text   NOT NULL,
    parent_id text   NOT NULL DEFAULT '',
    label     text   NOT NULL,
    path      text   COLLATE "C" NOT NULL,
    sequence  bigint NOT NULL,
    deleted   boolean NOT NULL DEFAULT false,
    CONSTRAINT group_path_pkey PRIMARY KEY (org_id, id),
    CONSTRAINT group_path_form CHECK (path LIKE '/%/')
);
COMMENT ON TABLE vehicles.group_path IS 'Read model of the organisation tree; sequence is the stream position of the newest event applied';
CREATE INDEX group_path_by_path ON vehicles.group_path (org_id, path);
SELECT outrider.protect('vehicles.group_path');

CREATE TABLE vehicles.vehicle (
    org_id       text        NOT NULL,
    id           text        NOT NULL DEFAULT gen_random_uuid()::text,
    name         text        NOT NULL,
    type         text        NOT NULL DEFAULT 'car',
    group_id     text        NOT NULL,
    make         text        NOT NULL DEFAULT '',
    model        text        NOT NULL DEFAULT '',
    fuel         text        NOT NULL DEFAULT '',
    displacement integer,
    year         integer,
    vin          text        NOT NULL DEFAULT '',
    notes        text        NOT NULL DEFAULT '',
    key          text        NOT NULL DEFAULT '',
    disabled     boolean     NOT NULL DEFAULT false,
    version      integer     NOT NULL DEFAULT 1,
    created_at   timestamptz NOT NULL DEFAULT now(),
    deleted_at   timestamptz,
    CONSTRAINT vehicle_pkey PRIMARY KEY (org_id, id),
    CONSTRAINT vehicle_name_given CHECK (name <> ''),
    CONSTRAINT vehicle_vin_length CHECK (vin = '' OR length(vin) = 17)
);
COMMENT ON COLUMN vehicles.vehicle.key IS 'Fleet number, empty or unique among the living vehicles of the organisation';
COMMENT ON COLUMN vehicles.vehicle.displacement IS 'Engine displacement in cubic centimetres';
CREATE UNIQUE INDEX vehicle_key_unique ON vehicles.vehicle (org_id, key) WHERE key <> '' AND deleted_at IS NULL;
-- The list, in its order, and the vehicles of a group.
CREATE INDEX vehicle_by_name ON vehicles.vehicle (org_id, name, id) WHERE deleted_at IS NULL;
CREATE INDEX vehicle_by_group ON vehicles.vehicle (org_id, group_id) WHERE deleted_at IS NULL;
SELECT outrider.protect('vehicles.vehicle');

CREATE TABLE vehicles.device (
    org_id     text        NOT NULL,
    device_id  text        NOT NULL,
    number     bigint      NOT NULL GENERATED ALWAYS AS IDENTITY,
    model      text        NOT NULL DEFAULT '',
    key_sha256 text        NOT NULL,
    disabled   boolean     NOT NULL DEFAULT false,
    firmware   text        NOT NULL DEFAULT '',
    components jsonb       NOT NULL DEFAULT '[]',
    faults     jsonb       NOT NULL DEFAULT '[]',
    configs    jsonb       NOT NULL DEFAULT '{}',
    network    text        NOT NULL DEFAULT '',
    status_ms  bigint      NOT NULL DEFAULT 0,
    created_at timestamptz NOT NULL DEFAULT now(),
    deleted_at timestamptz,
    CONSTRAINT device_pkey PRIMARY KEY (org_id, device_id),
    CONSTRAINT device_id_form CHECK (device_id ~ '^[A-Za-z0-9_-]{1,64}$'),
    CONSTRAINT device_key_form CHECK (key_sha256 ~ '^[0-9a-f]{64}$')
);
COMMENT ON COLUMN vehicles.device.status_ms IS 'Unix milliseconds at which the newest status was received; 0: never';
COMMENT ON COLUMN vehicles.device.number IS 'Stands for the device in the exclusion constraint of vehicles.assignment, which needs a range';
-- A device signs in with its id alone, so an id is living in one organisation at most.
CREATE UNIQUE INDEX device_id_unique ON vehicles.device (device_id) WHERE deleted_at IS NULL;
-- The fault list reads only devices that have faults.
CREATE INDEX device_with_faults ON vehicles.device (org_id, device_id) WHERE faults <> '[]' AND deleted_at IS NULL;
SELECT outrider.protect('vehicles.device');

CREATE TABLE vehicles.assignment (
    org_id        text    NOT NULL,
    device_id     text    NOT NULL,
    device_number bigint  NOT NULL,
    vehicle_id    text    NOT NULL,
    from_ms       bigint  NOT NULL,
    to_ms         bigint,
    is_default    boolean NOT NULL DEFAULT false,
    CONSTRAINT assignment_pkey PRIMARY KEY (org_id, device_id, from_ms),
    CONSTRAINT assignment_device FOREIGN KEY (org_id, device_id) REFERENCES vehicles.device,
    CONSTRAINT assignment_vehicle FOREIGN KEY (org_id, vehicle_id) REFERENCES vehicles.vehicle,
    CONSTRAINT assignment_forward CHECK (to_ms IS NULL OR to_ms > from_ms),
    -- A device is on one vehicle at a time.
    CONSTRAINT assignment_one_vehicle EXCLUDE USING gist
        (int8range(device_number, device_number, '[]') WITH &&, int8range(from_ms, to_ms) WITH &&)
);
COMMENT ON TABLE vehicles.assignment IS 'Which device was on which vehicle, from from_ms to before to_ms in Unix milliseconds (samples are joined by it); open while to_ms is null';
-- The open assignments of an organisation: presence starts here.
CREATE UNIQUE INDEX assignment_open ON vehicles.assignment (org_id, device_id) WHERE to_ms IS NULL;
CREATE UNIQUE INDEX assignment_one_default ON vehicles.assignment (org_id, vehicle_id) WHERE to_ms IS NULL AND is_default;
CREATE INDEX assignment_by_vehicle ON vehicles.assignment (org_id, vehicle_id, from_ms);
SELECT outrider.protect('vehicles.assignment');

-- A vehicle that carries devices has a default one; checked at commit, so that a change may pass through states that have none.
-- +goose StatementBegin
CREATE FUNCTION vehicles.assignment_has_default() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    changed vehicles.assignment := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
BEGIN
    IF (SELECT count(*) > 0 AND NOT bool_or(a.is_default) FROM vehicles.assignment a
        WHERE a.org_id = changed.org_id AND a.vehicle_id = changed.vehicle_id AND a.to_ms IS NULL) THEN
        RAISE EXCEPTION 'vehicle % carries devices but none is the default', changed.vehicle_id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'assignment_some_default';
    END IF;
    RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE CONSTRAINT TRIGGER assignment_some_default AFTER INSERT OR UPDATE OR DELETE ON vehicles.assignment
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION vehicles.assignment_has_default();

SELECT outrider.outbox('vehicles');
SELECT outrider.inbox('vehicles');

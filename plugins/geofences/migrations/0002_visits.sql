-- Why: who is inside a geofence and was, what that raised, and what is known of each vehicle between two of its positions; so that a restart forgets nobody,
-- and what comes late is judged again from a state of before.

-- +goose Up
CREATE TABLE geofences.visit (
    org_id       text    NOT NULL,
    id           uuid    NOT NULL,
    geofence_id  text    NOT NULL,
    vehicle_id   text    NOT NULL,
    defined_ms   bigint  NOT NULL,
    arrival_ms   bigint  NOT NULL,
    departure_ms bigint  NOT NULL DEFAULT 0,
    ended        text    NOT NULL DEFAULT '',
    found        boolean NOT NULL DEFAULT false,
    through      boolean NOT NULL DEFAULT false,
    lat          double precision NOT NULL,
    lng          double precision NOT NULL,
    distance_m   double precision NOT NULL DEFAULT 0,
    top_kmh      double precision,
    last_ms      bigint  NOT NULL,
    corrected_ms bigint  NOT NULL DEFAULT 0,
    CONSTRAINT visit_pkey PRIMARY KEY (org_id, id),
    CONSTRAINT visit_forward CHECK (departure_ms = 0 OR departure_ms >= arrival_ms),
    CONSTRAINT visit_ended CHECK (ended IN ('', 'left', 'fence', 'vehicle'))
);
COMMENT ON COLUMN geofences.visit.departure_ms IS '0: it goes on';
COMMENT ON COLUMN geofences.visit.corrected_ms IS 'when late positions last changed it; 0: never';
-- Who is inside, and one stay at a time of a vehicle at a geofence.
CREATE UNIQUE INDEX visit_open ON geofences.visit (org_id, geofence_id, vehicle_id) WHERE departure_ms = 0;
CREATE INDEX visit_of_geofence ON geofences.visit (org_id, geofence_id, arrival_ms DESC);
CREATE INDEX visit_of_vehicle ON geofences.visit (org_id, vehicle_id, arrival_ms DESC);
CREATE INDEX visit_by_time ON geofences.visit (org_id, arrival_ms DESC, id);

CREATE TABLE geofences.visit_event (
    org_id      text   NOT NULL,
    visit_id    uuid   NOT NULL,
    trigger     text   NOT NULL,
    geofence_id text   NOT NULL,
    vehicle_id  text   NOT NULL,
    at_ms       bigint NOT NULL,
    end_ms      bigint NOT NULL DEFAULT 0,
    lat         double precision NOT NULL,
    lng         double precision NOT NULL,
    speed_kmh   double precision,
    threshold   double precision NOT NULL DEFAULT 0,
    CONSTRAINT visit_event_pkey PRIMARY KEY (org_id, visit_id, trigger),
    CONSTRAINT visit_event_of_visit FOREIGN KEY (org_id, visit_id) REFERENCES geofences.visit (org_id, id) ON DELETE CASCADE
);
COMMENT ON TABLE geofences.visit_event IS 'what a visit raised, each trigger once';
CREATE INDEX visit_event_of_geofence ON geofences.visit_event (org_id, geofence_id, at_ms DESC);

-- What is known of a vehicle after its newest position.
CREATE TABLE geofences.tracker (
    org_id     text   NOT NULL,
    vehicle_id text   NOT NULL,
    last_ms    bigint NOT NULL,
    due_ms     bigint NOT NULL DEFAULT 0,
    state      jsonb  NOT NULL,
    CONSTRAINT tracker_pkey PRIMARY KEY (org_id, vehicle_id)
) WITH (fillfactor = 70);
COMMENT ON COLUMN geofences.tracker.due_ms IS 'when it has been parked long enough for an event, if nothing is heard of it; 0: never';
CREATE INDEX tracker_due ON geofences.tracker (org_id, due_ms) WHERE due_ms > 0;

-- The same, as it was before the first position of a day: late positions are judged from there.
CREATE TABLE geofences.checkpoint (
    org_id     text   NOT NULL,
    vehicle_id text   NOT NULL,
    at_ms      bigint NOT NULL,
    state      jsonb  NOT NULL,
    CONSTRAINT checkpoint_pkey PRIMARY KEY (org_id, vehicle_id, at_ms)
);

-- Vehicles with positions that came late.
CREATE TABLE geofences.late (
    org_id     text   NOT NULL,
    vehicle_id text   NOT NULL,
    from_ms    bigint NOT NULL,
    newest_ms  bigint NOT NULL,
    since_ms   bigint NOT NULL,
    noted_ms   bigint NOT NULL,
    round      bigint NOT NULL DEFAULT 1,
    CONSTRAINT late_pkey PRIMARY KEY (org_id, vehicle_id)
);
COMMENT ON COLUMN geofences.late.newest_ms IS 'the latest of them: the history is complete when it has it';

-- Which group a vehicle was in, since it was watched.
CREATE TABLE geofences.vehicle_path (
    org_id     text   NOT NULL,
    vehicle_id text   NOT NULL,
    from_ms    bigint NOT NULL,
    path       text   COLLATE "C" NOT NULL,
    CONSTRAINT vehicle_path_pkey PRIMARY KEY (org_id, vehicle_id, from_ms)
);

SELECT outrider.protect('geofences.visit');
SELECT outrider.protect('geofences.visit_event');
SELECT outrider.protect('geofences.tracker');
SELECT outrider.protect('geofences.checkpoint');
SELECT outrider.protect('geofences.late');
SELECT outrider.protect('geofences.vehicle_path');

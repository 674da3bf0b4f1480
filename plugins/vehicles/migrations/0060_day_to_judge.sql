-- Why: who reports on a thousand vehicles and a month would judge all of their days at once. Days whose samples were packed are noted, and judged in the background.

-- +goose Up
CREATE TABLE vehicles.day_to_judge (
    org_id     text   NOT NULL,
    vehicle_id text   NOT NULL,
    day        bigint NOT NULL,
    CONSTRAINT day_to_judge_pkey PRIMARY KEY (org_id, day, vehicle_id)
);
COMMENT ON TABLE vehicles.day_to_judge IS 'Days of UTC, numbered from 1970, of which samples were packed since they were judged';
SELECT outrider.protect('vehicles.day_to_judge');

-- The last month of what there is is judged without being asked for. The owner does not see through forced row-level security: it is lifted meanwhile.
ALTER TABLE vehicles.packed NO FORCE ROW LEVEL SECURITY;
ALTER TABLE vehicles.day_to_judge NO FORCE ROW LEVEL SECURITY;
INSERT INTO vehicles.day_to_judge (org_id, vehicle_id, day)
SELECT DISTINCT org_id, vehicle_id, span_ms / 86400000 FROM vehicles.packed WHERE vehicle_id <> '' AND span_ms >= (extract(epoch FROM now() - interval '32 days') * 1000)::bigint;
ALTER TABLE vehicles.packed FORCE ROW LEVEL SECURITY;
ALTER TABLE vehicles.day_to_judge FORCE ROW LEVEL SECURITY;

-- Why: judging a day reads all of its samples; a month of a vehicle has a row each day and a few trips instead. A judged day says of how many samples it
-- was judged: another number is another day, so that what comes late makes it anew without anybody telling.

-- +goose Up
CREATE TABLE vehicles.judged_day (
    org_id      text     NOT NULL,
    vehicle_id  text     NOT NULL,
    day         bigint   NOT NULL,
    devices     text[]   NOT NULL,
    counts      bigint[] NOT NULL,
    begun       boolean  NOT NULL,
    goes_on     boolean  NOT NULL,
    idling      jsonb    NOT NULL,
    heard       jsonb    NOT NULL,
    rules       integer  NOT NULL,
    judged_ms   bigint   NOT NULL,
    CONSTRAINT judged_day_pkey PRIMARY KEY (org_id, vehicle_id, day)
);
COMMENT ON TABLE vehicles.judged_day IS 'A day of UTC, numbered from 1970, by the samples of the devices on it and its neighbours: counts of the day before, the day, the day after; rules is which version judged';
CREATE TABLE vehicles.trip (
    org_id      text             NOT NULL,
    vehicle_id  text             NOT NULL,
    start_ms    bigint           NOT NULL,
    end_ms      bigint           NOT NULL,
    distance_m  double precision NOT NULL,
    idle_ms     bigint           NOT NULL,
    over_ms     bigint           NOT NULL,
    top_kmh     double precision NOT NULL,
    from_lat    double precision,
    from_lng    double precision,
    to_lat      double precision,
    to_lng      double precision,
    repaired_ms bigint           NOT NULL DEFAULT 0,
    CONSTRAINT trip_pkey PRIMARY KEY (org_id, vehicle_id, start_ms)
);
COMMENT ON TABLE vehicles.trip IS 'Trips of judged days, each of the day it begins on; repaired_ms: when late samples changed it after its day was over, 0: never';
SELECT outrider.protect('vehicles.judged_day');
SELECT outrider.protect('vehicles.trip');

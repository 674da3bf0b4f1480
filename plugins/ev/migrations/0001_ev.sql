-- Why: what electric vehicles used and where they were charged is asked for over weeks, and comes by the minute: minutes are kept as they came, hours and charging sessions as they were judged.

-- +goose Up
SELECT outrider.fleet('ev');
SELECT outrider.outbox('ev');

CREATE TABLE ev.hour (
    org_id     text   NOT NULL,
    vehicle_id text   NOT NULL,
    hour_ms    bigint NOT NULL,
    data       bytea  NOT NULL,
    CONSTRAINT hour_pkey PRIMARY KEY (org_id, vehicle_id, hour_ms)
);
COMMENT ON TABLE ev.hour IS 'Minutes of a vehicle in an hour of UTC, as package minutes of the SDK writes them';
-- What is too old is looked for in all organisations.
CREATE INDEX hour_by_time ON ev.hour (hour_ms);

CREATE TABLE ev.filled (
    org_id   text   NOT NULL,
    until_ms bigint NOT NULL,
    CONSTRAINT filled_pkey PRIMARY KEY (org_id)
);
COMMENT ON TABLE ev.filled IS 'Until when nothing is missing in hour';

CREATE TABLE ev.usage (
    org_id          text             NOT NULL,
    vehicle_id      text             NOT NULL,
    hour_ms         bigint           NOT NULL,
    distance_m      double precision NOT NULL,
    used_kwh        double precision,
    regenerated_kwh double precision,
    source          smallint         NOT NULL,
    CONSTRAINT usage_pkey PRIMARY KEY (org_id, vehicle_id, hour_ms)
);
COMMENT ON COLUMN ev.usage.used_kwh IS 'taken from the battery, what braking gave back not subtracted; NULL: not known';
COMMENT ON COLUMN ev.usage.source IS '0 nothing, 1 the total counter, 2 the state of charge';
CREATE INDEX usage_by_time ON ev.usage (org_id, hour_ms);

CREATE TABLE ev.session (
    org_id       text             NOT NULL,
    id           text             NOT NULL,
    vehicle_id   text             NOT NULL,
    start_ms     bigint           NOT NULL,
    end_ms       bigint           NOT NULL,
    energy_kwh   double precision NOT NULL,
    peak_kw      double precision NOT NULL,
    soc_before   double precision,
    soc_after    double precision,
    goes_on      boolean          NOT NULL,
    lat          double precision,
    lng          double precision,
    CONSTRAINT session_pkey PRIMARY KEY (org_id, id)
);
CREATE INDEX session_of_vehicle ON ev.session (org_id, vehicle_id, start_ms);
CREATE INDEX session_by_time ON ev.session (org_id, start_ms);

CREATE TABLE ev.vehicle (
    org_id      text             NOT NULL,
    id          text             NOT NULL,
    type        text             NOT NULL DEFAULT '',
    battery_kwh double precision,
    need_m      double precision,
    now_percent double precision,
    now_ms      bigint           NOT NULL DEFAULT 0,
    range_m     double precision,
    charging    boolean          NOT NULL DEFAULT false,
    power_kw    double precision NOT NULL DEFAULT 0,
    lat         double precision,
    lng         double precision,
    low_since   bigint           NOT NULL DEFAULT 0,
    CONSTRAINT vehicle_pkey PRIMARY KEY (org_id, id)
);
COMMENT ON COLUMN ev.vehicle.need_m IS 'how far it has to go in a day, as a person entered it; NULL: not entered';
COMMENT ON COLUMN ev.vehicle.low_since IS 'Unix milliseconds since when its charge is below the threshold; 0: it is not';

CREATE TABLE ev.setting (
    org_id      text             NOT NULL,
    per_kwh     double precision,
    currency    text             NOT NULL DEFAULT '',
    low_percent double precision NOT NULL,
    CONSTRAINT setting_pkey PRIMARY KEY (org_id)
);
SELECT outrider.protect_shared('ev.hour'), outrider.protect('ev.filled'), outrider.protect('ev.usage'), outrider.protect('ev.session'), outrider.protect('ev.vehicle'), outrider.protect('ev.setting');

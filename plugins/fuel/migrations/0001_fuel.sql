-- Why: what vehicles used and how their tanks were filled is asked for over weeks, and comes by the minute: minutes are kept as they came, hours as they were judged, what happened to tanks as rows of its own.

-- +goose Up
SELECT outrider.fleet('fuel');
SELECT outrider.outbox('fuel');

CREATE TABLE fuel.hour (
    org_id     text   NOT NULL,
    vehicle_id text   NOT NULL,
    hour_ms    bigint NOT NULL,
    data       bytea  NOT NULL,
    CONSTRAINT hour_pkey PRIMARY KEY (org_id, vehicle_id, hour_ms)
);
COMMENT ON TABLE fuel.hour IS 'Minutes of a vehicle in an hour of UTC, as package minutes of the SDK writes them';
-- What is too old is looked for in all organisations.
CREATE INDEX hour_by_time ON fuel.hour (hour_ms);

CREATE TABLE fuel.filled (
    org_id   text   NOT NULL,
    until_ms bigint NOT NULL,
    CONSTRAINT filled_pkey PRIMARY KEY (org_id)
);
COMMENT ON TABLE fuel.filled IS 'Until when nothing is missing in hour';

CREATE TABLE fuel.usage (
    org_id     text             NOT NULL,
    vehicle_id text             NOT NULL,
    hour_ms    bigint           NOT NULL,
    distance_m double precision NOT NULL,
    used_l     double precision,
    idle_s     double precision NOT NULL,
    idle_l     double precision NOT NULL,
    source     smallint         NOT NULL,
    CONSTRAINT usage_pkey PRIMARY KEY (org_id, vehicle_id, hour_ms)
);
COMMENT ON COLUMN fuel.usage.used_l IS 'NULL: not known';
COMMENT ON COLUMN fuel.usage.source IS '0 nothing, 1 the total counter, 2 the level of the tank';
-- Reports ask for all vehicles of a time.
CREATE INDEX usage_by_time ON fuel.usage (org_id, hour_ms);

CREATE TABLE fuel.event (
    org_id         text             NOT NULL,
    id             text             NOT NULL,
    vehicle_id     text             NOT NULL,
    kind           text             NOT NULL,
    at_ms          bigint           NOT NULL,
    end_ms         bigint           NOT NULL,
    litres         double precision NOT NULL,
    before_percent double precision NOT NULL,
    after_percent  double precision NOT NULL,
    certainty      double precision NOT NULL,
    ignition       boolean          NOT NULL,
    lat            double precision,
    lng            double precision,
    dismissed      boolean          NOT NULL DEFAULT false,
    CONSTRAINT event_pkey PRIMARY KEY (org_id, id),
    CONSTRAINT event_kind CHECK (kind IN ('refuel', 'theft'))
);
CREATE INDEX event_of_vehicle ON fuel.event (org_id, vehicle_id, at_ms);

CREATE TABLE fuel.vehicle (
    org_id      text             NOT NULL,
    id          text             NOT NULL,
    fuel        text             NOT NULL DEFAULT '',
    type        text             NOT NULL DEFAULT '',
    tank_l      double precision,
    learned_l   double precision,
    now_percent double precision,
    now_ms      bigint           NOT NULL DEFAULT 0,
    CONSTRAINT vehicle_pkey PRIMARY KEY (org_id, id)
);
COMMENT ON COLUMN fuel.vehicle.tank_l IS 'as a person entered it; NULL: not entered';
COMMENT ON COLUMN fuel.vehicle.learned_l IS 'by readings in litres beside readings in percent; NULL: there are none';

CREATE TABLE fuel.price (
    org_id   text             NOT NULL,
    fuel     text             NOT NULL,
    per_l    double precision NOT NULL,
    currency text             NOT NULL,
    CONSTRAINT price_pkey PRIMARY KEY (org_id, fuel)
);
SELECT outrider.protect_shared('fuel.hour'), outrider.protect('fuel.filled'), outrider.protect('fuel.usage'), outrider.protect('fuel.event'), outrider.protect('fuel.vehicle'), outrider.protect('fuel.price');

-- Why: readings come from other systems, too. Where a vehicle's own device says something of use, nobody else is listened to: two sensors never agree.

-- +goose Up
CREATE TABLE ev.own (
    org_id     text   NOT NULL,
    vehicle_id text   NOT NULL,
    first_ms   bigint NOT NULL,
    last_ms    bigint NOT NULL,
    CONSTRAINT own_pkey PRIMARY KEY (org_id, vehicle_id),
    CONSTRAINT own_span CHECK (last_ms >= first_ms)
);
COMMENT ON TABLE ev.own IS 'Between when a vehicle''s own device said something of use; last_ms may be an hour behind';
SELECT outrider.protect('ev.own');

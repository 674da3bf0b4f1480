-- Why: what fits a device to a vehicle is told beside what the device sends, and a device may be fitted for a time that is over. An alert whose device
-- was on no vehicle when it came is kept until the fleet says on which it was.

-- +goose Up
CREATE TABLE alerts.unfitted (
    org_id    text    NOT NULL,
    id        uuid    NOT NULL,
    device_id text    NOT NULL,
    event_ms  bigint  NOT NULL,
    alert     jsonb   NOT NULL,
    due       boolean NOT NULL DEFAULT true,
    CONSTRAINT unfitted_pkey PRIMARY KEY (org_id, id)
);
COMMENT ON TABLE alerts.unfitted IS 'alerts whose device was on no vehicle when they came';
COMMENT ON COLUMN alerts.unfitted.due IS 'where the device was is to be looked up, since it came or its device changed';
CREATE INDEX unfitted_device ON alerts.unfitted (org_id, device_id, event_ms);
CREATE INDEX unfitted_due ON alerts.unfitted (org_id) WHERE due;
SELECT outrider.protect_shared('alerts.unfitted');

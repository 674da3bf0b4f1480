-- Why: speeding is found in samples as they come. What has begun and not ended yet outlives the process that saw it begin.

-- +goose Up
CREATE TABLE alerts.speeding (
    org_id    text  NOT NULL,
    device_id text  NOT NULL,
    episode   jsonb NOT NULL,
    CONSTRAINT speeding_pkey PRIMARY KEY (org_id, device_id)
);
COMMENT ON TABLE alerts.speeding IS 'devices that are too fast now, with what was seen since it began';
SELECT outrider.protect('alerts.speeding');

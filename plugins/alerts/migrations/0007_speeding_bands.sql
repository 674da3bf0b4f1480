-- Why: how far above the limit is too fast is an organisation's own decision; without one the bands of its country count.

-- +goose Up
CREATE TABLE alerts.speeding_bands (
    org_id        text             NOT NULL,
    moderate_kmh  double precision NOT NULL,
    excessive_kmh double precision NOT NULL,
    severe_kmh    double precision NOT NULL,
    changed_ms    bigint           NOT NULL,
    changed_by    text             NOT NULL,
    CONSTRAINT speeding_bands_pkey PRIMARY KEY (org_id),
    CONSTRAINT speeding_bands_rise CHECK (moderate_kmh >= 0 AND moderate_kmh <= excessive_kmh AND excessive_kmh <= severe_kmh AND severe_kmh <= 300)
);
COMMENT ON TABLE alerts.speeding_bands IS 'km/h above the limit from which speeding is moderate (and raised when it is more), excessive, severe';
SELECT outrider.protect('alerts.speeding_bands');

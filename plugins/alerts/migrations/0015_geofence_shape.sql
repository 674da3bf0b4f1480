-- Why: the card of a geofence alert draws the geofence as it was when the alert was raised, whatever became of it. A polygon may have hundreds of points, which
-- no list needs, so shapes lie beside the alerts.

-- +goose Up
CREATE TABLE alerts.geofence_shape (
    org_id   text  NOT NULL,
    alert_id uuid  NOT NULL,
    shape    jsonb NOT NULL,
    CONSTRAINT geofence_shape_pkey PRIMARY KEY (org_id, alert_id)
);
COMMENT ON TABLE alerts.geofence_shape IS 'Where the geofence of an alert was: {type circle, center {lat, lng}, radius_m} or {type polygon, points [{lat, lng}]}';
SELECT outrider.protect('alerts.geofence_shape');

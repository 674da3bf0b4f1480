-- Why: an organisation searches millions of alerts by time, type, vehicle and state, and wants the number of all that match. Indexes in the
-- order of time serve the pages; counts by day, kept by triggers, serve totals beyond what is counted one by one, and tell where a far page begins.

-- +goose Up
SELECT outrider.fleet('alerts');
SELECT outrider.outbox('alerts');
SELECT outrider.inbox('alerts');

CREATE TABLE alerts.alert (
    org_id             text             NOT NULL,
    id                 uuid             NOT NULL,
    kind               text             NOT NULL,
    alert_type         text             NOT NULL,
    alert_subtype      text             NOT NULL DEFAULT '',
    prediction_label   text             NOT NULL DEFAULT '',
    predictions        jsonb            NOT NULL DEFAULT '[]',
    severity           smallint         NOT NULL DEFAULT 0,
    pin                smallint         NOT NULL DEFAULT 0,
    channel            smallint         NOT NULL DEFAULT 0,
    device_id          text             NOT NULL DEFAULT '',
    vehicle_id         text             NOT NULL DEFAULT '',
    event_ms           bigint           NOT NULL,
    duration_ms        bigint,
    lat                double precision,
    lng                double precision,
    zone               text             NOT NULL DEFAULT '',
    address            text             NOT NULL DEFAULT '',
    placed             boolean          NOT NULL DEFAULT false,
    speed_kmh          double precision,
    heading_deg        double precision,
    speed_limit_kmh    double precision,
    accel_g            jsonb,
    details            jsonb            NOT NULL DEFAULT '{}',
    is_read            boolean          NOT NULL DEFAULT false,
    archived           boolean          NOT NULL DEFAULT false,
    quality            text             NOT NULL DEFAULT 'none',
    flagged            boolean          NOT NULL DEFAULT false,
    flag_comment       text             NOT NULL DEFAULT '',
    fileset_request_id text             NOT NULL DEFAULT '',
    evidence_status    text             NOT NULL DEFAULT '',
    received_ms        bigint           NOT NULL,
    CONSTRAINT alert_pkey PRIMARY KEY (org_id, id),
    CONSTRAINT alert_kind CHECK (kind IN ('driving', 'speeding', 'geofence')),
    CONSTRAINT alert_severity CHECK (severity BETWEEN 0 AND 3),
    CONSTRAINT alert_quality CHECK (quality IN ('none', 'goodDriving', 'misdemeanour', 'badDriving', 'nonevent'))
);
COMMENT ON TABLE alerts.alert IS 'Something that happened; times in Unix milliseconds, vehicle_id by the assignment of the alert''s own time, empty if the device was on none';
COMMENT ON COLUMN alerts.alert.placed IS 'zone and address were asked for and answered';
SELECT outrider.protect('alerts.alert');
CREATE INDEX alert_by_kind ON alerts.alert (org_id, kind, event_ms DESC, id DESC);
CREATE INDEX alert_by_time ON alerts.alert (org_id, event_ms DESC, id DESC);
CREATE INDEX alert_by_type ON alerts.alert (org_id, alert_type, event_ms DESC, id DESC);
CREATE INDEX alert_by_vehicle ON alerts.alert (org_id, vehicle_id, event_ms DESC, id DESC);
CREATE INDEX alert_unread ON alerts.alert (org_id, kind, event_ms DESC, id DESC, vehicle_id) WHERE NOT is_read AND NOT archived;
CREATE INDEX alert_flagged ON alerts.alert (org_id, event_ms DESC, id DESC) WHERE flagged;
CREATE INDEX alert_unplaced ON alerts.alert (org_id, event_ms DESC) WHERE NOT placed AND lat IS NOT NULL;

-- How many alerts of a day are alike in what people filter by.
CREATE TABLE alerts.rollup (
    org_id     text     NOT NULL,
    day        integer  NOT NULL,
    kind       text     NOT NULL,
    alert_type text     NOT NULL,
    severity   smallint NOT NULL,
    quality    text     NOT NULL,
    is_read    boolean  NOT NULL,
    archived   boolean  NOT NULL,
    flagged    boolean  NOT NULL,
    alerts     bigint   NOT NULL,
    CONSTRAINT rollup_pkey PRIMARY KEY (org_id, day, kind, alert_type, severity, quality, is_read, archived, flagged)
);
COMMENT ON COLUMN alerts.rollup.day IS 'days since 1970-01-01, UTC';
SELECT outrider.protect('alerts.rollup');

-- +goose StatementBegin
CREATE FUNCTION alerts.count_alerts() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        INSERT INTO alerts.rollup AS r
        SELECT org_id, (event_ms / 86400000)::integer, kind, alert_type, severity, quality, is_read, archived, flagged, count(*)
        FROM new_alerts GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9 ORDER BY 1, 2, 3, 4, 5, 6, 7, 8, 9
        ON CONFLICT ON CONSTRAINT rollup_pkey DO UPDATE SET alerts = r.alerts + excluded.alerts;
    ELSE
        -- Ordered, so that two statements never wait for each other in a circle.
        INSERT INTO alerts.rollup AS r
        SELECT org_id, (event_ms / 86400000)::integer, kind, alert_type, severity, quality, is_read, archived, flagged, sum(n)
        FROM (SELECT *, 1 AS n FROM new_alerts UNION ALL SELECT *, -1 FROM old_alerts) changes
        GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9 HAVING sum(n) <> 0 ORDER BY 1, 2, 3, 4, 5, 6, 7, 8, 9
        ON CONFLICT ON CONSTRAINT rollup_pkey DO UPDATE SET alerts = r.alerts + excluded.alerts;
    END IF;
    RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE TRIGGER alert_inserted AFTER INSERT ON alerts.alert REFERENCING NEW TABLE AS new_alerts FOR EACH STATEMENT EXECUTE FUNCTION alerts.count_alerts();
CREATE TRIGGER alert_updated AFTER UPDATE ON alerts.alert REFERENCING OLD TABLE AS old_alerts NEW TABLE AS new_alerts
    FOR EACH STATEMENT EXECUTE FUNCTION alerts.count_alerts();

-- Who looked at, rated, flagged, exported an alert.
CREATE TABLE alerts.activity (
    org_id    text   NOT NULL,
    seq       bigint GENERATED ALWAYS AS IDENTITY,
    alert_id  uuid   NOT NULL,
    at_ms     bigint NOT NULL,
    user_id   text   NOT NULL,
    user_name text   NOT NULL,
    action    text   NOT NULL,
    detail    text   NOT NULL DEFAULT '',
    CONSTRAINT activity_pkey PRIMARY KEY (org_id, alert_id, seq),
    CONSTRAINT activity_action CHECK (action IN ('viewed', 'read', 'unread', 'archived', 'restored', 'rated', 'flagged', 'unflagged', 'exported'))
);
SELECT outrider.protect('alerts.activity');

-- How an alert counts in the driver's score.
CREATE TABLE alerts.driving_tag (
    org_id      text     NOT NULL,
    alert_id    uuid     NOT NULL,
    driver_id   text     NOT NULL,
    vehicle_id  text     NOT NULL,
    subcategory text     NOT NULL,
    tag_id      smallint NOT NULL,
    event_time  text     NOT NULL,
    at_ms       bigint   NOT NULL,
    CONSTRAINT driving_tag_pkey PRIMARY KEY (org_id, alert_id),
    CONSTRAINT driving_tag_id CHECK (tag_id BETWEEN 1 AND 5)
);
SELECT outrider.protect('alerts.driving_tag');

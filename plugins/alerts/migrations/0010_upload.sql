-- Why: which evidence a device brings by itself is chosen per device, kind of alert and input, and is switched off by the system when a device
-- raises too many. What was chosen has to reach devices that are away, so each device's row knows what it was told last.

-- +goose Up
CREATE TABLE alerts.upload_setting (
    org_id      text       NOT NULL,
    device_id   text       NOT NULL,
    key         text       NOT NULL,
    snaps       boolean    NOT NULL,
    video       boolean    NOT NULL,
    tracking    boolean    NOT NULL,
    imu         boolean    NOT NULL,
    channels    jsonb NOT NULL DEFAULT '[]',
    since_ms    bigint     NOT NULL,
    disabled_ms bigint     NOT NULL DEFAULT 0,
    CONSTRAINT upload_setting_pkey PRIMARY KEY (org_id, device_id, key),
    CONSTRAINT upload_setting_key CHECK (key ~ '^(imu|io\|(\*|[1-8]))$')
);
COMMENT ON TABLE alerts.upload_setting IS 'What is uploaded with an alert; a device without a row has the defaults of the code';
COMMENT ON COLUMN alerts.upload_setting.key IS 'imu, io|* for every input, io|1 to io|8 for one';
COMMENT ON COLUMN alerts.upload_setting.channels IS 'cameras whose video is uploaded; empty: all';
COMMENT ON COLUMN alerts.upload_setting.since_ms IS 'when a person chose this: only alerts since then count towards the highest rate';
COMMENT ON COLUMN alerts.upload_setting.disabled_ms IS 'when the system switched it off; 0: it has not';
SELECT outrider.protect('alerts.upload_setting');

CREATE TABLE alerts.upload_sync (
    org_id     text   NOT NULL,
    device_id  text   NOT NULL,
    wanted     bigint NOT NULL,
    sent       bigint NOT NULL DEFAULT 0,
    done       bigint NOT NULL DEFAULT 0,
    command_id text   NOT NULL DEFAULT '',
    until_ms   bigint NOT NULL DEFAULT 0,
    problem    text   NOT NULL DEFAULT '',
    CONSTRAINT upload_sync_pkey PRIMARY KEY (org_id, device_id)
);
COMMENT ON TABLE alerts.upload_sync IS 'The newest settings of a device (a number that grows), those sent, and those it has confirmed. One command is under way at a time';
CREATE INDEX upload_sync_due ON alerts.upload_sync (until_ms) WHERE wanted > sent;
CREATE INDEX upload_sync_command ON alerts.upload_sync (command_id) WHERE command_id <> '';
SELECT outrider.protect_shared('alerts.upload_sync');

CREATE TABLE alerts.camera (
    org_id      text       NOT NULL,
    device_id   text       NOT NULL,
    model       text       NOT NULL,
    channels    jsonb      NOT NULL,
    dms_channel smallint   NOT NULL,
    CONSTRAINT camera_pkey PRIMARY KEY (org_id, device_id)
);
COMMENT ON TABLE alerts.camera IS 'Which cameras devices have, as they told last';
SELECT outrider.protect('alerts.camera');

-- How many alerts of one type a device raised within an hour.
CREATE INDEX alert_rate ON alerts.alert (org_id, device_id, alert_type, pin, event_ms) WHERE alert_type IN ('imualert', 'ioalert');

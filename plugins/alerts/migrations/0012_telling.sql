-- Why: people are told of alerts by mail or in the portal: those whom a vehicle's list names, those whom a configuration names, and users by rules
-- of their own. Mails wait in a queue, so that many alerts of one person become one mail and none is lost or sent twice.

-- +goose Up
CREATE TABLE alerts.email_list (
    org_id     text     NOT NULL,
    vehicle_id text     NOT NULL,
    alert_type text     NOT NULL,
    pin        smallint NOT NULL DEFAULT 0,
    email      text     NOT NULL,
    CONSTRAINT email_list_pkey PRIMARY KEY (org_id, vehicle_id, alert_type, pin, email)
);
COMMENT ON TABLE alerts.email_list IS 'who is mailed about alerts of a vehicle';
SELECT outrider.protect('alerts.email_list');

CREATE TABLE alerts.notification (
    org_id      text    NOT NULL,
    id          uuid    NOT NULL,
    alert_types jsonb   NOT NULL,
    vehicles    jsonb   NOT NULL,
    nodes       jsonb   NOT NULL,
    recipients  jsonb   NOT NULL,
    enabled     boolean NOT NULL,
    CONSTRAINT notification_pkey PRIMARY KEY (org_id, id)
);
COMMENT ON TABLE alerts.notification IS 'who is mailed about alert types of vehicles, or of groups with those below';
SELECT outrider.protect('alerts.notification');

CREATE TABLE alerts.person (
    org_id      text    NOT NULL,
    user_id     text    NOT NULL,
    email       text    NOT NULL,
    name        text    NOT NULL DEFAULT '',
    group_id    text    NOT NULL DEFAULT '',
    vehicle_ids jsonb   NOT NULL DEFAULT '[]',
    sees_all    boolean NOT NULL DEFAULT false,
    disabled    boolean NOT NULL DEFAULT false,
    locale      text    NOT NULL DEFAULT '',
    units       text    NOT NULL DEFAULT '',
    sequence    bigint  NOT NULL DEFAULT 0,
    CONSTRAINT person_pkey PRIMARY KEY (org_id, user_id)
);
COMMENT ON TABLE alerts.person IS 'users, as far as telling them needs: what they see, their language and units once they used the portal';
CREATE INDEX person_email ON alerts.person (org_id, lower(email));
SELECT outrider.protect('alerts.person');

CREATE TABLE alerts.rule (
    org_id      text     NOT NULL,
    id          uuid     NOT NULL,
    user_id     text     NOT NULL,
    name        text     NOT NULL,
    alert_types jsonb    NOT NULL,
    severity    smallint NOT NULL,
    groups      jsonb    NOT NULL,
    days        jsonb    NOT NULL,
    from_minute smallint NOT NULL,
    to_minute   smallint NOT NULL,
    zone        text     NOT NULL,
    by_mail     boolean  NOT NULL,
    in_portal   boolean  NOT NULL,
    enabled     boolean  NOT NULL,
    version     integer  NOT NULL DEFAULT 1,
    changed_ms  bigint   NOT NULL,
    CONSTRAINT rule_pkey PRIMARY KEY (org_id, id),
    CONSTRAINT rule_minutes CHECK (from_minute BETWEEN 0 AND 1439 AND to_minute BETWEEN 1 AND 1440)
);
COMMENT ON TABLE alerts.rule IS 'which alerts a user wants to be told of; empty lists ask for nothing. Days are 1 (Monday) to 7 of the zone; a time up to before its beginning goes past midnight';
CREATE INDEX rule_of_user ON alerts.rule (org_id, user_id);
SELECT outrider.protect('alerts.rule');

CREATE TABLE alerts.mail_line (
    org_id    text    NOT NULL,
    recipient text    NOT NULL,
    alert_id  uuid    NOT NULL,
    urgent    boolean NOT NULL,
    why       text    NOT NULL,
    at_ms     bigint  NOT NULL,
    batch     bigint  NOT NULL DEFAULT 0,
    CONSTRAINT mail_line_pkey PRIMARY KEY (org_id, recipient, alert_id)
);
COMMENT ON TABLE alerts.mail_line IS 'alerts that somebody is to be mailed about, until the mail is handed over';
COMMENT ON COLUMN alerts.mail_line.batch IS 'the number of the recipient''s mail that has it; 0: none yet';
SELECT outrider.protect_shared('alerts.mail_line');

CREATE TABLE alerts.mail_recipient (
    org_id    text   NOT NULL,
    recipient text   NOT NULL,
    batch     bigint NOT NULL DEFAULT 0,
    last_ms   bigint NOT NULL DEFAULT 0,
    CONSTRAINT mail_recipient_pkey PRIMARY KEY (org_id, recipient)
);
COMMENT ON TABLE alerts.mail_recipient IS 'how many mails an address was sent, and when the last one was made';
SELECT outrider.protect_shared('alerts.mail_recipient');

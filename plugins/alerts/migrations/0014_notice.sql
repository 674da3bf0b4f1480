-- Why: what a rule tells in the portal was lost unless a browser was open: it is kept now, for some time, so that its user can read it later. And a mail
-- that a rule asks for is written only while its user may still hear of the alert, so a line knows whose rule it was.

-- +goose Up
CREATE TABLE alerts.notice (
    org_id   text    NOT NULL,
    user_id  text    NOT NULL,
    seq      bigint  GENERATED ALWAYS AS IDENTITY,
    alert_id uuid    NOT NULL,
    rule_id  text    NOT NULL,
    rule     text    NOT NULL,
    at_ms    bigint  NOT NULL,
    is_read  boolean NOT NULL DEFAULT false,
    CONSTRAINT notice_pkey PRIMARY KEY (org_id, user_id, seq),
    CONSTRAINT notice_once UNIQUE (org_id, user_id, alert_id)
);
COMMENT ON TABLE alerts.notice IS 'what users were told in the portal by their rules; the newest of each user and of the last weeks, older ones are removed';
COMMENT ON COLUMN alerts.notice.rule IS 'its name, as it was then';
CREATE INDEX notice_by_age ON alerts.notice (org_id, at_ms);
SELECT outrider.protect('alerts.notice');

ALTER TABLE alerts.mail_line ADD COLUMN user_id text NOT NULL DEFAULT '';
COMMENT ON COLUMN alerts.mail_line.user_id IS 'the user whose rule asks for it, who may lose the right to it; empty: a list names the address';
COMMENT ON COLUMN alerts.person.vehicle_ids IS 'no longer read: a driver sees flagged alerts alone, and a new one is not flagged';

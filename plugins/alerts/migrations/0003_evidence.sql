-- Why: an alert shows how far the files are that prove it, and people look for alerts whose evidence is there. The files are the footage plugin's; what
-- it last said of them is kept here, so that a list needs nobody else, and what it said before never comes back.

-- +goose Up
CREATE TABLE alerts.evidence (
    org_id             text     NOT NULL,
    alert_id           uuid     NOT NULL,
    fileset_request_id text     NOT NULL,
    status             text     NOT NULL,
    progress           smallint NOT NULL,
    files              jsonb    NOT NULL,
    deleted            boolean  NOT NULL DEFAULT false,
    sequence           bigint   NOT NULL,
    CONSTRAINT evidence_pkey PRIMARY KEY (org_id, alert_id),
    CONSTRAINT evidence_progress CHECK (progress BETWEEN 0 AND 100)
);
COMMENT ON TABLE alerts.evidence IS 'The newest event.footage.fileset of each alert; sequence is its place in the stream. A deleted one stays, for events that come late';
SELECT outrider.protect('alerts.evidence');
CREATE INDEX alert_by_evidence ON alerts.alert (org_id, evidence_status, event_ms DESC, id DESC) WHERE evidence_status <> '';

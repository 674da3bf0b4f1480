-- Why: reports that run by the calendar, and files that are made while nobody waits. A run is a row, so that it is done once whatever process dies: it is claimed for a short
-- time, and who claims it next goes on.

-- +goose Up
CREATE TABLE reports.schedule (
    org_id        text    NOT NULL,
    id            text    NOT NULL,
    name          text    NOT NULL,
    creator_id    text    NOT NULL,
    creator_name  text    NOT NULL,
    creator_email text    NOT NULL,
    locale        text    NOT NULL,
    path          text COLLATE "C" NOT NULL,
    spec          jsonb   NOT NULL,
    times         jsonb   NOT NULL,
    recipients    jsonb   NOT NULL,
    next_ms       bigint  NOT NULL,
    pause_reason  text    NOT NULL DEFAULT '',
    paused_by     text    NOT NULL DEFAULT '',
    paused_ms     bigint  NOT NULL DEFAULT 0,
    version       integer NOT NULL DEFAULT 1,
    created_ms    bigint  NOT NULL,
    changed_ms    bigint  NOT NULL,
    CONSTRAINT schedule_pkey PRIMARY KEY (org_id, id),
    CONSTRAINT schedule_name_given CHECK (name <> '')
);
COMMENT ON COLUMN reports.schedule.creator_id IS 'who saved it last: it runs with what that user may';
COMMENT ON COLUMN reports.schedule.path IS 'the group of that user: who sees that group sees the schedule; empty: the user alone';
COMMENT ON COLUMN reports.schedule.paused_ms IS 'since when it does not run; 0: it runs';
CREATE INDEX schedule_due ON reports.schedule (next_ms) WHERE paused_ms = 0;
CREATE INDEX schedule_by_name ON reports.schedule (org_id, lower(name), id);
SELECT outrider.protect_shared('reports.schedule');

CREATE TABLE reports.run (
    org_id      text    NOT NULL,
    id          text    NOT NULL,
    schedule_id text    NOT NULL DEFAULT '',
    user_id     text    NOT NULL,
    name        text    NOT NULL,
    locale      text    NOT NULL DEFAULT '',
    email       text    NOT NULL DEFAULT '',
    spec        jsonb   NOT NULL,
    from_ms     bigint  NOT NULL,
    to_ms       bigint  NOT NULL,
    zone        text    NOT NULL,
    due_ms      bigint  NOT NULL,
    manual      boolean NOT NULL DEFAULT false,
    recipients  jsonb   NOT NULL DEFAULT '[]',
    state       text    NOT NULL,
    next_ms     bigint,
    claim       integer NOT NULL DEFAULT 0,
    failures    integer NOT NULL DEFAULT 0,
    reason      text    NOT NULL DEFAULT '',
    row_count   bigint  NOT NULL DEFAULT 0,
    bytes       bigint  NOT NULL DEFAULT 0,
    files       jsonb   NOT NULL DEFAULT '[]',
    mails       jsonb   NOT NULL DEFAULT '[]',
    generation  integer NOT NULL DEFAULT 0,
    check_ms    bigint,
    made_ms     bigint  NOT NULL,
    started_ms  bigint  NOT NULL DEFAULT 0,
    finished_ms bigint  NOT NULL DEFAULT 0,
    CONSTRAINT run_pkey PRIMARY KEY (org_id, id),
    CONSTRAINT run_state CHECK (state IN ('waiting', 'running', 'done', 'failed', 'cancelled'))
);
COMMENT ON TABLE reports.run IS 'files of reports that are made while nobody waits: those of schedules, which leave by mail, and those that a user asked for';
COMMENT ON COLUMN reports.run.next_ms IS 'when somebody may claim it: at first, again after a failure, or because who claimed it has died; null once it is over';
COMMENT ON COLUMN reports.run.claim IS 'counts those who claimed it: only the last one may write';
COMMENT ON COLUMN reports.run.generation IS 'counts how often its mails were sent; part of their keys';
COMMENT ON COLUMN reports.run.check_ms IS 'when to ask next what became of the mails; null once that is known of all';
-- A time of a schedule is one run, however many processes look.
CREATE UNIQUE INDEX run_once ON reports.run (org_id, schedule_id, due_ms) WHERE schedule_id <> '' AND NOT manual;
CREATE INDEX run_waiting ON reports.run (next_ms) WHERE next_ms IS NOT NULL;
CREATE INDEX run_unsettled ON reports.run (check_ms) WHERE check_ms IS NOT NULL;
CREATE INDEX run_of_schedule ON reports.run (org_id, schedule_id, made_ms DESC);
CREATE INDEX run_of_user ON reports.run (org_id, user_id, made_ms DESC) WHERE schedule_id = '';
CREATE INDEX run_made ON reports.run (made_ms);
SELECT outrider.protect_shared('reports.run');

SELECT outrider.outbox('reports');

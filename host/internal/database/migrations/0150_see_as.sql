-- Somebody who helps a colleague sees the portal as that colleague does, and changes nothing. Each such view is a session of the colleague that nobody can
-- renew: so whatever ends with a session (open connections, links to files) ends with it. It hangs on the session of who looks.
-- +goose Up
CREATE TABLE outrider.see_as (
    id            uuid        NOT NULL,
    org_id        text        NOT NULL,
    actor_id      uuid        NOT NULL,
    actor_session uuid        NOT NULL,
    user_id       uuid        NOT NULL,
    began_at      timestamptz NOT NULL,
    ends_at       timestamptz NOT NULL,
    ended_at      timestamptz,
    CONSTRAINT see_as_pk PRIMARY KEY (id),
    CONSTRAINT see_as_session_fk FOREIGN KEY (id) REFERENCES outrider.session (id) ON DELETE CASCADE,
    CONSTRAINT see_as_actor_session_fk FOREIGN KEY (actor_session) REFERENCES outrider.session (id) ON DELETE CASCADE,
    CONSTRAINT see_as_somebody_else CHECK (actor_id <> user_id)
);
COMMENT ON TABLE outrider.see_as IS 'who sees the portal as whom';
COMMENT ON COLUMN outrider.see_as.actor_id IS 'who looks';
COMMENT ON COLUMN outrider.see_as.user_id IS 'as whom';
COMMENT ON COLUMN outrider.see_as.ended_at IS 'when the audit log was told of its end';
-- Removing the sessions of who looks, and those whose end the audit log has still to be told of.
CREATE INDEX see_as_by_actor_session ON outrider.see_as (actor_session);
CREATE INDEX see_as_open ON outrider.see_as (ends_at) WHERE ended_at IS NULL;

-- Who did what: every call that changes something, sign-ins and refused attempts. Hosts write here from their journals, so a row may come
-- twice and late, but never not at all; its id makes the second time harmless. Nothing is changed and only what is past its time is
-- deleted, by the one function that is for it: an administrator's own traces should not vanish by a slip.
-- +goose Up
CREATE TABLE outrider.audit_log (
    id          uuid        NOT NULL,
    at          timestamptz NOT NULL,
    org_id      text        NOT NULL,
    actor_id    text        NOT NULL DEFAULT '',
    actor_email text        NOT NULL DEFAULT '',
    actor_name  text        NOT NULL DEFAULT '',
    actor_role  text        NOT NULL DEFAULT '',
    home_org_id text        NOT NULL DEFAULT '',
    plugin      text        NOT NULL DEFAULT '',
    session_id  text        NOT NULL DEFAULT '',
    operation   text        NOT NULL,
    object_kind text        NOT NULL DEFAULT '',
    object_id   text        NOT NULL DEFAULT '',
    result      text        NOT NULL,
    status      integer     NOT NULL,
    fields      text[]      NOT NULL DEFAULT '{}',
    detail      text        NOT NULL DEFAULT '',
    request_id  text        NOT NULL DEFAULT '',
    trace       text        NOT NULL DEFAULT '',
    address     text        NOT NULL DEFAULT '',
    host        text        NOT NULL DEFAULT '',
    CONSTRAINT audit_log_pk PRIMARY KEY (id),
    CONSTRAINT audit_log_result CHECK (result IN ('done', 'refused', 'failed', 'unknown'))
);
COMMENT ON COLUMN outrider.audit_log.org_id IS 'the organisation acted in; empty for what belongs to none, such as a sign-in of somebody unknown';
COMMENT ON COLUMN outrider.audit_log.plugin IS 'the plugin that acted, as itself or for the actor; empty for a browser';
COMMENT ON COLUMN outrider.audit_log.result IS 'unknown: the host died while the call was under way';
COMMENT ON COLUMN outrider.audit_log.fields IS 'names of the fields in the body, never their values';

-- An organisation's log and everybody's, newest first, page by page.
CREATE INDEX audit_log_by_org ON outrider.audit_log (org_id, at DESC, id DESC);
CREATE INDEX audit_log_by_time ON outrider.audit_log (at DESC, id DESC);
-- What one person did, what happened to one thing.
CREATE INDEX audit_log_by_actor ON outrider.audit_log (actor_email, at DESC, id DESC);
CREATE INDEX audit_log_by_object ON outrider.audit_log (object_id, at DESC, id DESC);

-- +goose StatementBegin
CREATE FUNCTION outrider.audit_log_keeps() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
    IF TG_OP = 'DELETE' AND current_setting('outrider.audit_prune', true) = 'on' THEN
        RETURN NULL;
    END IF;
    RAISE EXCEPTION 'the audit log is only added to' USING ERRCODE = 'insufficient_privilege';
END
$$;
-- +goose StatementEnd
CREATE TRIGGER audit_log_keeps BEFORE UPDATE OR DELETE OR TRUNCATE ON outrider.audit_log
    FOR EACH STATEMENT EXECUTE FUNCTION outrider.audit_log_keeps();

-- +goose StatementBegin
CREATE FUNCTION outrider.audit_prune(before timestamptz, most integer) RETURNS bigint LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    removed bigint;
BEGIN
    PERFORM set_config('outrider.audit_prune', 'on', true);
    DELETE FROM outrider.audit_log WHERE id IN (SELECT id FROM outrider.audit_log WHERE at < before ORDER BY at LIMIT most);
    GET DIAGNOSTICS removed = ROW_COUNT;
    PERFORM set_config('outrider.audit_prune', 'off', true);
    RETURN removed;
END
$$;
-- +goose StatementEnd
COMMENT ON FUNCTION outrider.audit_prune(timestamptz, integer) IS 'removes the oldest rows before a time, at most so many, and says how many';
REVOKE EXECUTE ON FUNCTION outrider.audit_log_keeps(), outrider.audit_prune(timestamptz, integer) FROM PUBLIC;

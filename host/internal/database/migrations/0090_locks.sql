-- Why: advisory locks have one room of names for everybody who is connected: a plugin that took the host's kept every user out. The host locks rows of
-- outrider.lock (made before the first migration), which plugins cannot reach. Plugins get advisory locks of their own by the functions below, in names that hold the
-- role that asks; the functions of Postgres are closed to them where the host may (the embedded database).
-- +goose Up

-- Those that nobody waits for.
INSERT INTO outrider.lock (name) VALUES ('event_outbox'), ('keto_outbox') ON CONFLICT DO NOTHING;
COMMENT ON TABLE outrider.lock IS 'rows that hosts lock to take turns; plugins cannot reach them';

-- The plugin that is connected: its owner role and its runtime role share their names of locks.
CREATE FUNCTION outrider.locks_of() RETURNS integer
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp
AS $$ SELECT hashtext(regexp_replace(session_user, '_owner$', '')) $$;
COMMENT ON FUNCTION outrider.locks_of() IS 'first half of the advisory locks of the plugin that is connected';

CREATE FUNCTION outrider.wait_lock(name text) RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$ SELECT pg_advisory_xact_lock(outrider.locks_of(), hashtext(name)) $$;
COMMENT ON FUNCTION outrider.wait_lock(text) IS 'takes a lock of the plugin''s own until the transaction ends, after whoever has it';

CREATE FUNCTION outrider.try_lock(name text) RETURNS boolean
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$ SELECT pg_try_advisory_xact_lock(outrider.locks_of(), hashtext(name)) $$;
COMMENT ON FUNCTION outrider.try_lock(text) IS 'takes a lock of the plugin''s own until the transaction ends; false: somebody has it';

CREATE FUNCTION outrider.try_session_lock(name text) RETURNS boolean
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$ SELECT pg_try_advisory_lock(outrider.locks_of(), hashtext(name)) $$;
COMMENT ON FUNCTION outrider.try_session_lock(text) IS 'takes a lock of the plugin''s own until the connection ends; false: somebody has it';

REVOKE ALL ON FUNCTION outrider.locks_of(), outrider.wait_lock(text), outrider.try_lock(text), outrider.try_session_lock(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION outrider.wait_lock(text), outrider.try_lock(text), outrider.try_session_lock(text) TO outrider_plugin, outrider_plugin_owner;

-- What plugins' migrations call, so that the policy is written once and not by every author. These run with the caller's rights: the
-- owner of a table protects it, nobody else can.
-- +goose Up

-- +goose StatementBegin
CREATE FUNCTION outrider.protect_with(t regclass, condition text) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    runtime text := 'outrider_' || (SELECT n.nspname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.oid = t);
BEGIN
    IF NOT EXISTS (SELECT FROM pg_attribute WHERE attrelid = t AND attname = 'org_id' AND atttypid = 'text'::regtype AND attnotnull AND NOT attisdropped) THEN
        RAISE EXCEPTION 'protect %: the table needs a column org_id text NOT NULL', t;
    END IF;
    EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY organisation ON %s USING (%s) WITH CHECK (%s)', t, condition, condition);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %s TO %I', t, runtime);
END
$$;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE FUNCTION outrider.protect(t regclass) RETURNS void LANGUAGE sql
AS $$ SELECT outrider.protect_with(t, 'org_id = (SELECT outrider.current_org())') $$;
-- +goose StatementEnd
COMMENT ON FUNCTION outrider.protect(regclass) IS 'opens a table of the plugin to its runtime role, rows of the capability''s organisation only';

-- +goose StatementBegin
CREATE FUNCTION outrider.protect_shared(t regclass) RETURNS void LANGUAGE sql
AS $$ SELECT outrider.protect_with(t, 'org_id = (SELECT outrider.current_org()) OR (SELECT outrider.current_org()) = ''*''') $$;
-- +goose StatementEnd
COMMENT ON FUNCTION outrider.protect_shared(regclass) IS 'as protect, and all rows to the capability of organisation * (host-wide work of the plugin)';

-- seq alone does not order what is committed: a relay takes rows whose transaction is older than every one still running
-- (transaction < pg_snapshot_xmin(pg_current_snapshot())), then no smaller seq can appear behind it.
-- +goose StatementBegin
CREATE FUNCTION outrider.outbox(schema text) RETURNS void LANGUAGE plpgsql
AS $$
BEGIN
    EXECUTE format('CREATE TABLE %I.outbox (
        seq         bigint      GENERATED ALWAYS AS IDENTITY,
        id          uuid        NOT NULL DEFAULT gen_random_uuid(),
        org_id      text        NOT NULL,
        subject     text        NOT NULL,
        version     integer     NOT NULL DEFAULT 1,
        at          timestamptz NOT NULL DEFAULT clock_timestamp(),
        data        jsonb       NOT NULL,
        transaction xid8        NOT NULL DEFAULT pg_current_xact_id(),
        CONSTRAINT outbox_pk PRIMARY KEY (seq)
    )', schema);
    EXECUTE format('COMMENT ON TABLE %I.outbox IS ''events written with the rows that they tell of, until the relay has published them''', schema);
    PERFORM outrider.protect_shared(format('%I.outbox', schema)::regclass);
END
$$;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE FUNCTION outrider.inbox(schema text) RETURNS void LANGUAGE plpgsql
AS $$
BEGIN
    EXECUTE format('CREATE TABLE %I.inbox (
        org_id   text        NOT NULL,
        consumer text        NOT NULL,
        event_id text        NOT NULL,
        at       timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT inbox_pk PRIMARY KEY (org_id, consumer, event_id)
    )', schema);
    EXECUTE format('COMMENT ON TABLE %I.inbox IS ''events that were handled, so that one delivered again changes nothing''', schema);
    EXECUTE format('CREATE INDEX inbox_at ON %I.inbox (at)', schema); -- clearing away what is older than the stream
    PERFORM outrider.protect_shared(format('%I.inbox', schema)::regclass);
END
$$;
-- +goose StatementEnd

REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA outrider FROM PUBLIC;
GRANT EXECUTE ON FUNCTION outrider.current_org() TO outrider_plugin;
GRANT EXECUTE ON FUNCTION outrider.protect_with(regclass, text), outrider.protect(regclass), outrider.protect_shared(regclass),
    outrider.outbox(text), outrider.inbox(text) TO outrider_plugin_owner;

-- The trace of a request goes on in what its events set going, also when the outbox's relay is another process or another host than the
-- one that wrote the event: so the event's row remembers the trace. Outboxes that exist belong to the plugins' owners.
-- +goose Up
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION outrider.outbox(schema text) RETURNS void LANGUAGE plpgsql
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
        trace       text,
        transaction xid8        NOT NULL DEFAULT pg_current_xact_id(),
        CONSTRAINT outbox_pk PRIMARY KEY (seq)
    )', schema);
    EXECUTE format('COMMENT ON TABLE %I.outbox IS ''events written with the rows that they tell of, until the relay has published them''', schema);
    EXECUTE format('COMMENT ON COLUMN %I.outbox.trace IS ''traceparent of the transaction that wrote it; null if it was not recorded''', schema);
    PERFORM outrider.protect_shared(format('%I.outbox', schema)::regclass);
END
$$;
-- +goose StatementEnd

-- +goose StatementBegin
DO $$
DECLARE
    found record;
BEGIN
    FOR found IN
        SELECT n.nspname AS schema, pg_get_userbyid(c.relowner) AS owner
        FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE c.relname = 'outbox' AND c.relkind = 'r' AND pg_get_userbyid(c.relowner) = 'outrider_' || n.nspname || '_owner'
    LOOP
        EXECUTE format('SET LOCAL ROLE %I', found.owner);
        EXECUTE format('ALTER TABLE %I.outbox ADD COLUMN IF NOT EXISTS trace text', found.schema);
        RESET ROLE;
    END LOOP;
END
$$;
-- +goose StatementEnd

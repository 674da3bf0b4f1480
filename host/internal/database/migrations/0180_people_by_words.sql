-- People are searched by parts of their names and addresses, also in an organisation of 100,000: three letters in a row lead to them. pg_trgm comes with Postgres, and the owner of
-- a database may switch it on; on a server that has it not, the search reads everybody of the organisation, as it did before.
-- +goose Up
-- +goose StatementBegin
DO $$
DECLARE
    home text;
BEGIN
    CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA outrider;
    SELECT n.nspname INTO home FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'pg_trgm';
    EXECUTE format('CREATE INDEX account_by_part_of_name ON outrider.account USING gin (name %I.gin_trgm_ops)', home);
    EXECUTE format('CREATE INDEX account_by_part_of_email ON outrider.account USING gin ((email COLLATE "C") %I.gin_trgm_ops)', home);
EXCEPTION
    WHEN insufficient_privilege OR undefined_file OR feature_not_supported THEN
        RAISE WARNING 'pg_trgm is not to be had (%), users are searched without an index', SQLERRM;
END $$;
-- +goose StatementEnd

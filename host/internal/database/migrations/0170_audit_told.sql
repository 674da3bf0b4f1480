-- The audit log says in words what was done: the values that a sentence is made of, and what each field was before and after. A sentence itself is not kept: it is
-- said in the language of whoever reads it.
-- +goose Up
ALTER TABLE outrider.audit_log ADD COLUMN told jsonb;
COMMENT ON COLUMN outrider.audit_log.told IS 'values {name: text} of the sentence, and changes [{field, before, after}]; null: nothing was told';

-- Erasing a person from a record erases from what was told, too. The function of before stays for the release before, which may run beside this one.
-- +goose StatementBegin
CREATE FUNCTION outrider.audit_erase(record uuid, email text, name text, said text, object text, left_told jsonb) RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
    PERFORM set_config('outrider.audit_erase', 'on', true);
    UPDATE outrider.audit_log SET actor_email = email, actor_name = name, detail = said, object_id = object, told = left_told, address = '' WHERE id = record;
    PERFORM set_config('outrider.audit_erase', 'off', true);
END
$$;
-- +goose StatementEnd
COMMENT ON FUNCTION outrider.audit_erase(uuid, text, text, text, text, jsonb) IS 'takes a person out of one record; who calls it notes the new hash in audit_erased';
REVOKE EXECUTE ON FUNCTION outrider.audit_erase(uuid, text, text, text, text, jsonb) FROM PUBLIC;

-- Who is erased leaves a pseudonym: the audit log keeps what was done and by which id, and no name. A record that was erased afterwards no longer has the hash that
-- it was chained with, so what it became is noted beside it, and the chain is verified with that.
-- +goose Up
CREATE TABLE outrider.erased_person (
    id        uuid        NOT NULL,
    org_id    text        NOT NULL,
    pseudonym text        NOT NULL,
    erased_at timestamptz NOT NULL,
    erased_by uuid,
    settled_at timestamptz,
    CONSTRAINT erased_person_pk PRIMARY KEY (id)
);
COMMENT ON TABLE outrider.erased_person IS 'accounts that were erased: nothing says any more whose they were';
COMMENT ON COLUMN outrider.erased_person.settled_at IS 'when the audit log was gone through once more, after all that hosts still had of the person was in it';
CREATE INDEX erased_person_unsettled ON outrider.erased_person (erased_at) WHERE settled_at IS NULL;

CREATE TABLE outrider.audit_erased (
    org_id text   NOT NULL,
    seq    bigint NOT NULL,
    digest bytea  NOT NULL,
    CONSTRAINT audit_erased_pk PRIMARY KEY (org_id, seq)
);
COMMENT ON TABLE outrider.audit_erased IS 'records of the audit log whose person was erased: the hash over what is left of each';

-- +goose StatementBegin
CREATE OR REPLACE FUNCTION outrider.audit_log_keeps() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
    IF TG_OP = 'DELETE' AND current_setting('outrider.audit_prune', true) = 'on' THEN
        RETURN NULL;
    END IF;
    IF TG_OP = 'UPDATE' AND current_setting('outrider.audit_erase', true) = 'on' THEN
        RETURN NULL;
    END IF;
    RAISE EXCEPTION 'the audit log is only added to' USING ERRCODE = 'insufficient_privilege';
END
$$;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE FUNCTION outrider.audit_erase(record uuid, email text, name text, said text, object text) RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
    PERFORM set_config('outrider.audit_erase', 'on', true);
    UPDATE outrider.audit_log SET actor_email = email, actor_name = name, detail = said, object_id = object, address = '' WHERE id = record;
    PERFORM set_config('outrider.audit_erase', 'off', true);
END
$$;
-- +goose StatementEnd
COMMENT ON FUNCTION outrider.audit_erase(uuid, text, text, text, text) IS 'takes a person out of one record; who calls it notes the new hash in audit_erased';
REVOKE EXECUTE ON FUNCTION outrider.audit_erase(uuid, text, text, text, text) FROM PUBLIC;

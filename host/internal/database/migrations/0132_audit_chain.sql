-- A record that was changed or taken out of the audit log afterwards shows: each carries a hash over itself and over the one before it of its organisation.
-- The hosts compute it, and anybody can compute it anew (docs/contracts.md, "The audit log's chain"). What retention removes leaves a checkpoint, from
-- which the chain goes on.
-- +goose Up
ALTER TABLE outrider.audit_log ADD COLUMN seq bigint, ADD COLUMN hash bytea;
COMMENT ON COLUMN outrider.audit_log.seq IS 'place in the chain of its organisation, from 1; null: recorded before there was one';
CREATE UNIQUE INDEX audit_log_by_seq ON outrider.audit_log (org_id, seq) WHERE seq IS NOT NULL;

CREATE TABLE outrider.audit_chain (
    org_id text   NOT NULL,
    seq    bigint NOT NULL DEFAULT 0,
    hash   bytea  NOT NULL DEFAULT '',
    CONSTRAINT audit_chain_pk PRIMARY KEY (org_id)
);
COMMENT ON TABLE outrider.audit_chain IS 'the end of each organisation''s chain; its row is locked while records are added';

CREATE TABLE outrider.audit_checkpoint (
    org_id    text        NOT NULL,
    seq       bigint      NOT NULL,
    hash      bytea       NOT NULL,
    sealed_at timestamptz NOT NULL,
    CONSTRAINT audit_checkpoint_pk PRIMARY KEY (org_id, seq)
);
COMMENT ON TABLE outrider.audit_checkpoint IS 'the last record of each piece that retention removed';

ALTER TABLE outrider.organisation
    ADD COLUMN audit_keep_days integer,
    ADD CONSTRAINT organisation_audit_keep_days CHECK (audit_keep_days BETWEEN 30 AND 3650);
COMMENT ON COLUMN outrider.organisation.audit_keep_days IS 'how long its audit records are kept; null: as the host keeps them';

-- +goose StatementBegin
CREATE OR REPLACE FUNCTION outrider.audit_prune(before timestamptz, most integer) RETURNS bigint LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    removed bigint;
BEGIN
    PERFORM set_config('outrider.audit_prune', 'on', true);
    DELETE FROM outrider.audit_log WHERE id IN (SELECT id FROM outrider.audit_log WHERE at < before AND seq IS NULL ORDER BY at LIMIT most);
    GET DIAGNOSTICS removed = ROW_COUNT;
    PERFORM set_config('outrider.audit_prune', 'off', true);
    RETURN removed;
END
$$;
-- +goose StatementEnd
COMMENT ON FUNCTION outrider.audit_prune(timestamptz, integer) IS 'removes the oldest records from before there was a chain, at most so many, and says how many';

-- +goose StatementBegin
CREATE FUNCTION outrider.audit_prune_chain(org text, before timestamptz, most integer) RETURNS bigint LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    first_seq bigint;
    upto      bigint;
    removed   bigint;
BEGIN
    PERFORM FROM outrider.audit_chain WHERE org_id = org FOR UPDATE;
    SELECT min(seq) INTO first_seq FROM outrider.audit_log WHERE org_id = org AND seq IS NOT NULL;
    -- Records come late, so a younger one may stand before an older one: what stands before the first young one goes.
    SELECT COALESCE((SELECT min(seq) FROM outrider.audit_log WHERE org_id = org AND seq IS NOT NULL AND at >= before),
        (SELECT max(seq) + 1 FROM outrider.audit_log WHERE org_id = org AND seq IS NOT NULL)) - 1 INTO upto;
    IF first_seq IS NULL OR upto < first_seq THEN
        RETURN 0;
    END IF;
    upto := least(upto, first_seq + most - 1);
    INSERT INTO outrider.audit_checkpoint (org_id, seq, hash, sealed_at)
        SELECT org_id, seq, hash, now() FROM outrider.audit_log WHERE org_id = org AND seq = upto;
    PERFORM set_config('outrider.audit_prune', 'on', true);
    DELETE FROM outrider.audit_log WHERE org_id = org AND seq <= upto;
    GET DIAGNOSTICS removed = ROW_COUNT;
    PERFORM set_config('outrider.audit_prune', 'off', true);
    RETURN removed;
END
$$;
-- +goose StatementEnd
COMMENT ON FUNCTION outrider.audit_prune_chain(text, timestamptz, integer) IS 'removes the beginning of an organisation''s chain that is older than a time, leaves a checkpoint, and says how many records went';
REVOKE EXECUTE ON FUNCTION outrider.audit_prune_chain(text, timestamptz, integer) FROM PUBLIC;

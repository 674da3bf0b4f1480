-- Organisations are made, changed, disabled and deleted by support. Deleting one is a disabling with a date: until then it can be restored, afterwards its
-- rows and files are removed, and its id is kept here so that nobody else gets it (subjects, paths and audit records hold ids).
-- +goose Up
ALTER TABLE outrider.organisation
    ADD COLUMN version     bigint NOT NULL DEFAULT 1,
    ADD COLUMN deleted_at  timestamptz,
    ADD COLUMN purge_after timestamptz,
    ADD CONSTRAINT organisation_deleted_is_disabled CHECK ((deleted_at IS NULL) = (purge_after IS NULL) AND (deleted_at IS NULL OR disabled));
COMMENT ON COLUMN outrider.organisation.version IS 'counts the changes, for those who change what somebody else has just changed';
COMMENT ON COLUMN outrider.organisation.purge_after IS 'when what there is of a deleted organisation is removed; before, it can be restored';

CREATE TABLE outrider.organisation_gone (
    id         text        NOT NULL,
    name       text        NOT NULL,
    deleted_at timestamptz NOT NULL,
    purged_at  timestamptz NOT NULL,
    settled_at timestamptz,
    CONSTRAINT organisation_gone_pk PRIMARY KEY (id)
);
COMMENT ON TABLE outrider.organisation_gone IS 'organisations whose data was removed; their ids are not given again';
COMMENT ON COLUMN outrider.organisation_gone.settled_at IS 'when the plugins'' rows were removed once more, after nobody could write any';

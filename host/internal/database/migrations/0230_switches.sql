-- Why: the history of an organisation's modules is read beside everything else that is noted of it.

-- +goose Up
CREATE INDEX audit_entry_of_modules ON outrider.audit_entry (org_id, id DESC) WHERE action IN ('module.on', 'module.off');

-- Why: plugins learn first and last names of users apart, and those that are new learn of everybody: all are told once more as they are.
-- +goose Up
INSERT INTO outrider.event_outbox (subject, org_id, at, data)
SELECT 'event.identity.user', org_id, now(), jsonb_build_object('id', id::text, 'email', email, 'name', trim(first_name || ' ' || last_name),
    'first_name', first_name, 'last_name', last_name, 'role', role, 'group_id', group_id, 'disabled', disabled)
FROM outrider.account ORDER BY org_id, id;

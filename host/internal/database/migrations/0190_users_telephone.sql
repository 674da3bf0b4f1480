-- Why: contacts of an organisation show the telephone numbers of its users, which plugins were not told: everybody is told once more as they are.

-- +goose Up
INSERT INTO outrider.event_outbox (subject, org_id, at, data)
SELECT 'event.identity.user', org_id, now(), jsonb_build_object('id', id::text, 'email', email, 'name', trim(first_name || ' ' || last_name), 'first_name', first_name,
    'last_name', last_name, 'telephone', telephone, 'mobile', mobile, 'role', role, 'group_id', group_id, 'disabled', disabled)
FROM outrider.account ORDER BY org_id, id;

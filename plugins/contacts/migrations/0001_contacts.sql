-- Why: people outside an organisation who are told of things, the organisation's users beside them as they are told by events, lists of both, and where they are used.

-- +goose Up
CREATE TABLE contacts.contact (
    org_id     text   NOT NULL,
    id         text   NOT NULL,
    first_name text   NOT NULL,
    last_name  text   NOT NULL,
    email      text   NOT NULL,
    telephone  text   NOT NULL DEFAULT '',
    mobile     text   NOT NULL DEFAULT '',
    tags       text[] NOT NULL DEFAULT '{}',
    CONSTRAINT contact_pkey PRIMARY KEY (org_id, id)
);
COMMENT ON TABLE contacts.contact IS 'people outside the organisation';
-- One person is told once: an address is one contact, however it is written.
CREATE UNIQUE INDEX contact_email_unique ON contacts.contact (org_id, lower(email));

CREATE TABLE contacts.person (
    org_id     text    NOT NULL,
    id         text    NOT NULL,
    first_name text    NOT NULL,
    last_name  text    NOT NULL,
    email      text    NOT NULL,
    role       text    NOT NULL,
    group_id   text    NOT NULL,
    disabled   boolean NOT NULL,
    CONSTRAINT person_pkey PRIMARY KEY (org_id, id)
);
COMMENT ON TABLE contacts.person IS 'the users of the organisation, as event.identity.user tells of them';

CREATE TABLE contacts.list (
    org_id text NOT NULL,
    id     text NOT NULL,
    name   text NOT NULL,
    CONSTRAINT list_pkey PRIMARY KEY (org_id, id),
    CONSTRAINT list_name_given CHECK (name <> '')
);
CREATE UNIQUE INDEX list_name_unique ON contacts.list (org_id, lower(name));

CREATE TABLE contacts.list_member (
    org_id    text NOT NULL,
    list_id   text NOT NULL,
    kind      text NOT NULL,
    member_id text NOT NULL,
    CONSTRAINT list_member_pkey PRIMARY KEY (org_id, list_id, kind, member_id),
    CONSTRAINT list_member_kind CHECK (kind IN ('user', 'contact')),
    CONSTRAINT list_member_list FOREIGN KEY (org_id, list_id) REFERENCES contacts.list (org_id, id) ON DELETE CASCADE
);
-- The lists that somebody is on.
CREATE INDEX list_member_of ON contacts.list_member (org_id, kind, member_id);

CREATE TABLE contacts.usage (
    org_id    text NOT NULL,
    plugin    text NOT NULL,
    thing_id  text NOT NULL,
    kind      text NOT NULL,
    member_id text NOT NULL,
    name      text NOT NULL,
    path      text NOT NULL,
    CONSTRAINT usage_pkey PRIMARY KEY (org_id, plugin, thing_id, kind, member_id)
);
COMMENT ON TABLE contacts.usage IS 'which things of other plugins tell whom, as event.*.recipients says';
CREATE INDEX usage_of ON contacts.usage (org_id, kind, member_id);

SELECT outrider.protect('contacts.contact');
SELECT outrider.protect('contacts.person');
SELECT outrider.protect('contacts.list');
SELECT outrider.protect('contacts.list_member');
SELECT outrider.protect('contacts.usage');
SELECT outrider.inbox('contacts');

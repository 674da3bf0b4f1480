-- Organisations, their trees and the people in them: the truth from which sign-in, scope and Keto's tuples are made. It lies with the
-- host and not in a plugin, because signing in must work while any plugin is broken.
-- +goose Up
CREATE TABLE outrider.organisation (
    id           text        NOT NULL,
    name         text        NOT NULL,
    country_code text        NOT NULL,
    zone         text        NOT NULL,
    services     text[]      NOT NULL DEFAULT '{}',
    modules      text[]      NOT NULL DEFAULT '{}',
    disabled     boolean     NOT NULL DEFAULT false,
    created_at   timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT organisation_pk PRIMARY KEY (id),
    -- The id is part of subjects, paths and Keto objects, which give meaning to dots, slashes and colons.
    CONSTRAINT organisation_id_slug CHECK (id ~ '^[a-z][a-z0-9-]{0,62}$'),
    CONSTRAINT organisation_country CHECK (country_code ~ '^[A-Z]{2}$')
);
COMMENT ON COLUMN outrider.organisation.modules IS 'ids of the optional plugins that are switched on';
COMMENT ON COLUMN outrider.organisation.zone IS 'IANA time zone, Europe/London';

CREATE TABLE outrider.group_node (
    org_id     text        NOT NULL,
    id         text        NOT NULL,
    parent_id  text,
    label      text        NOT NULL,
    path       text        COLLATE "C" NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT group_node_pk PRIMARY KEY (org_id, id),
    CONSTRAINT group_node_organisation_fk FOREIGN KEY (org_id) REFERENCES outrider.organisation (id),
    -- Without cascade: a group with children cannot go, whoever comes first.
    CONSTRAINT group_node_parent_fk FOREIGN KEY (org_id, parent_id) REFERENCES outrider.group_node (org_id, id),
    CONSTRAINT group_node_path_unique UNIQUE (org_id, path),
    CONSTRAINT group_node_id_slug CHECK (id ~ '^[a-z0-9][a-z0-9-]{0,62}$'),
    CONSTRAINT group_node_path_ends CHECK (path LIKE '/%/')
);
COMMENT ON COLUMN outrider.group_node.path IS 'ids from the root, / at both ends; a subtree is a range of bytes, never a pattern';
-- An organisation has one root.
CREATE UNIQUE INDEX group_node_one_root ON outrider.group_node (org_id) WHERE parent_id IS NULL;

CREATE TABLE outrider.account (
    id            uuid        NOT NULL DEFAULT gen_random_uuid(),
    email         text        NOT NULL,
    password_hash text        NOT NULL,
    first_name    text        NOT NULL DEFAULT '',
    last_name     text        NOT NULL DEFAULT '',
    telephone     text        NOT NULL DEFAULT '',
    mobile        text        NOT NULL DEFAULT '',
    org_id        text        NOT NULL,
    role          text        NOT NULL,
    group_id      text        NOT NULL,
    disabled      boolean     NOT NULL DEFAULT false,
    created_at    timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT account_pk PRIMARY KEY (id),
    CONSTRAINT account_email_unique UNIQUE (email),
    CONSTRAINT account_email_lower CHECK (email = lower(email) AND email LIKE '%_@_%'),
    CONSTRAINT account_role_known CHECK (role IN ('SYS_ADMIN', 'SUPPORT_ADMIN', 'SUPPORT_LEAD', 'ORG_ADMIN', 'GROUP_ADMIN',
        'FLEET_MANAGER', 'GEOTAB_USER', 'THIRD_PARTY_USER', 'DRIVER')),
    -- A group with people cannot go.
    CONSTRAINT account_group_fk FOREIGN KEY (org_id, group_id) REFERENCES outrider.group_node (org_id, id)
);
-- The list of an organisation's users, by group.
CREATE INDEX account_by_group ON outrider.account (org_id, group_id);

CREATE TABLE outrider.driver_vehicle (
    org_id     text NOT NULL,
    account_id uuid NOT NULL,
    vehicle_id text NOT NULL,
    CONSTRAINT driver_vehicle_pk PRIMARY KEY (org_id, account_id, vehicle_id),
    CONSTRAINT driver_vehicle_account_fk FOREIGN KEY (account_id) REFERENCES outrider.account (id) ON DELETE CASCADE
);
COMMENT ON TABLE outrider.driver_vehicle IS 'the own vehicles of drivers: all that a DRIVER sees';

CREATE TABLE outrider.preference (
    account_id uuid        NOT NULL,
    document   jsonb       NOT NULL DEFAULT '{}',
    updated_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT preference_pk PRIMARY KEY (account_id),
    CONSTRAINT preference_account_fk FOREIGN KEY (account_id) REFERENCES outrider.account (id) ON DELETE CASCADE,
    CONSTRAINT preference_is_object CHECK (jsonb_typeof(document) = 'object')
);

CREATE TABLE outrider.audit_entry (
    id       bigint      GENERATED ALWAYS AS IDENTITY,
    at       timestamptz NOT NULL DEFAULT now(),
    actor_id uuid,
    org_id   text        NOT NULL,
    action   text        NOT NULL,
    target   text        NOT NULL,
    detail   jsonb       NOT NULL DEFAULT '{}',
    CONSTRAINT audit_entry_pk PRIMARY KEY (id)
);
COMMENT ON TABLE outrider.audit_entry IS 'who changed what about people and groups; never holds a secret';
-- The activity of one organisation, newest first.
CREATE INDEX audit_entry_by_time ON outrider.audit_entry (org_id, at DESC);

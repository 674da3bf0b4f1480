-- What an organisation has sent to its other systems: an event of a plugin becomes a delivery for each webhook that asks for its kind, and a delivery is a job that any host takes,
-- like a mail: what one receiver does not take today keeps nothing else waiting.
-- +goose Up
CREATE TABLE outrider.webhook (
    id            uuid        NOT NULL,
    org_id        text        NOT NULL,
    made_by       uuid,
    url           text        NOT NULL,
    description   text        NOT NULL,
    kinds         text[]      NOT NULL,
    group_id      text        NOT NULL DEFAULT '',
    enabled       boolean     NOT NULL DEFAULT true,
    paused        text        NOT NULL DEFAULT '',
    paused_at     timestamptz,
    failures      integer     NOT NULL DEFAULT 0,
    failing_since timestamptz,
    secret        bytea       NOT NULL,
    version       bigint      NOT NULL DEFAULT 1,
    created_at    timestamptz NOT NULL,
    CONSTRAINT webhook_pk PRIMARY KEY (id),
    CONSTRAINT webhook_organisation_fk FOREIGN KEY (org_id) REFERENCES outrider.organisation (id),
    CONSTRAINT webhook_account_fk FOREIGN KEY (made_by) REFERENCES outrider.account (id) ON DELETE SET NULL,
    CONSTRAINT webhook_paused CHECK ((paused = '') = (paused_at IS NULL))
);
COMMENT ON COLUMN outrider.webhook.made_by IS 'who saved it last: it is sent what that user may see; null: nobody any more';
COMMENT ON COLUMN outrider.webhook.group_id IS 'the group that it sees, with those below; empty: what its maker sees';
COMMENT ON COLUMN outrider.webhook.paused IS 'why it was paused: failing, gone, maker; empty: it was not';
COMMENT ON COLUMN outrider.webhook.failures IS 'attempts that failed since the last one that did not';
COMMENT ON COLUMN outrider.webhook.secret IS 'AES-256-GCM of the secrets that sign, bound to the webhook';
CREATE INDEX webhook_org ON outrider.webhook (org_id, created_at); -- the list of an organisation, and whom an event is for

CREATE TABLE outrider.webhook_delivery (
    seq        bigint      GENERATED ALWAYS AS IDENTITY,
    org_id     text        NOT NULL,
    webhook_id uuid        NOT NULL,
    event_id   text        NOT NULL,
    kind       text        NOT NULL,
    at         timestamptz NOT NULL,
    body       text        NOT NULL,
    about      jsonb       NOT NULL,
    state      text        NOT NULL DEFAULT 'waiting',
    attempts   integer     NOT NULL DEFAULT 0,
    tries      jsonb       NOT NULL DEFAULT '[]',
    began_at   timestamptz NOT NULL,
    next_at    timestamptz,
    taken_at   timestamptz,
    code       integer     NOT NULL DEFAULT 0,
    took_ms    bigint      NOT NULL DEFAULT 0,
    problem    text        NOT NULL DEFAULT '',
    done_at    timestamptz,
    CONSTRAINT webhook_delivery_pk PRIMARY KEY (seq),
    CONSTRAINT webhook_delivery_once UNIQUE (webhook_id, event_id),
    CONSTRAINT webhook_delivery_webhook_fk FOREIGN KEY (webhook_id) REFERENCES outrider.webhook (id) ON DELETE CASCADE,
    CONSTRAINT webhook_delivery_state CHECK (state IN ('waiting', 'sent', 'given_up'))
);
COMMENT ON COLUMN outrider.webhook_delivery.body IS 'what is sent, byte for byte the same each time';
COMMENT ON COLUMN outrider.webhook_delivery.about IS 'what the operation needs that says who sees the event; null for a test';
COMMENT ON COLUMN outrider.webhook_delivery.tries IS 'the attempts, the newest last: {at, code, ms, problem}';
COMMENT ON COLUMN outrider.webhook_delivery.began_at IS 'when it was first to be sent, or was replayed: it is tried for a day from then';
COMMENT ON COLUMN outrider.webhook_delivery.next_at IS 'when a host may take it; null once it is over';
COMMENT ON COLUMN outrider.webhook_delivery.taken_at IS 'since when a host has it; null: none has';
CREATE INDEX webhook_delivery_due ON outrider.webhook_delivery (webhook_id, next_at) WHERE next_at IS NOT NULL;
CREATE INDEX webhook_delivery_taken ON outrider.webhook_delivery (webhook_id) WHERE taken_at IS NOT NULL;
CREATE INDEX webhook_delivery_list ON outrider.webhook_delivery (webhook_id, seq);
CREATE INDEX webhook_delivery_old ON outrider.webhook_delivery (at);

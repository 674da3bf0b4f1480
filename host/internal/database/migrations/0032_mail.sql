-- Mails of plugins wait here until a mail server has them, so that a host that dies and a server that is away lose none. A mail that was sent
-- stays for a while without its words: its key keeps it from being sent twice.
-- +goose Up
CREATE TABLE outrider.mail (
    plugin     text        NOT NULL,
    key        text        NOT NULL,
    org_id     text        NOT NULL,
    recipient  text        NOT NULL,
    subject    text        NOT NULL,
    body_text  text        NOT NULL,
    body_html  text        NOT NULL,
    queued_at  timestamptz NOT NULL DEFAULT now(),
    attempts   integer     NOT NULL DEFAULT 0,
    next_at    timestamptz          DEFAULT now(),
    sent_at    timestamptz,
    problem    text        NOT NULL DEFAULT '',
    CONSTRAINT mail_pk PRIMARY KEY (org_id, plugin, key)
);
COMMENT ON TABLE outrider.mail IS 'mails that wait, that were sent, or that were given up';
COMMENT ON COLUMN outrider.mail.next_at IS 'when it is tried next; null once it is sent or given up';
CREATE INDEX mail_waiting ON outrider.mail (next_at) WHERE next_at IS NOT NULL; -- what is due
CREATE INDEX mail_queued ON outrider.mail (queued_at);                          -- clearing away what is old

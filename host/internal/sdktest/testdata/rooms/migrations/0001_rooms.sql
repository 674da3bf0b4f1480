-- The smallest schema that has everything which package store promises: a tenant's table, an outbox and an inbox.
-- +goose Up
CREATE TABLE booking (
    org_id text NOT NULL,
    id     text NOT NULL,
    room   text NOT NULL,
    CONSTRAINT booking_pk PRIMARY KEY (org_id, id),
    CONSTRAINT booking_room_once UNIQUE (org_id, room),
    CONSTRAINT booking_room_named CHECK (room <> '')
);
SELECT outrider.protect('rooms.booking');
SELECT outrider.outbox('rooms');
SELECT outrider.inbox('rooms');

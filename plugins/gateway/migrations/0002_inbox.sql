-- Why: an event that is delivered again must change nothing: a device's newest sequence, or a command that its device has had.

-- +goose Up
SELECT outrider.inbox('gateway');

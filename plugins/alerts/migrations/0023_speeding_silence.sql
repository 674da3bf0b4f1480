-- Why: a device that goes silent while its vehicle is too fast never sends the sample that would end it, so open episodes of all organisations are
-- looked for once a minute.

-- +goose Up
DROP POLICY organisation ON alerts.speeding;
SELECT outrider.protect_shared('alerts.speeding');

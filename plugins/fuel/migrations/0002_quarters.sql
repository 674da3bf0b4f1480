-- Why: days of zones with half and quarter hours begin within an hour of UTC, so what vehicles came to is kept by quarters of an hour; prices are settings of the manifest, which the host keeps.

-- +goose Up
ALTER TABLE fuel.usage RENAME COLUMN hour_ms TO start_ms;
COMMENT ON TABLE fuel.usage IS 'What a vehicle came to in a quarter of an hour of UTC; rows from before are of whole hours';
-- The last days are judged again from their minutes, so that no quarter is counted beside its hour.
ALTER TABLE fuel.usage NO FORCE ROW LEVEL SECURITY;
ALTER TABLE fuel.filled NO FORCE ROW LEVEL SECURITY;
DELETE FROM fuel.usage WHERE start_ms > (extract(epoch FROM now()) * 1000)::bigint - 6 * 86400000::bigint;
DELETE FROM fuel.filled;
ALTER TABLE fuel.usage FORCE ROW LEVEL SECURITY;
ALTER TABLE fuel.filled FORCE ROW LEVEL SECURITY;
DROP TABLE fuel.price;

-- Why: vehicles say more than where they are: what is in the tank, how full the battery is, whether belts are fastened. Few devices say it, and each says other
-- things, so it is one column in bytes (sdk/events, CAN.Append): what is not said takes no room, and the same values are the same bytes, which repeats are
-- compared by. Partitions follow their parent, those of the future are made like it.

-- +goose Up
ALTER TABLE vehicles.sample ADD COLUMN can bytea;
COMMENT ON COLUMN vehicles.sample.can IS 'What the vehicle''s own bus said, as sdk/events writes it; NULL: nothing';

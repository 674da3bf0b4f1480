-- A moving vehicle enters a new map cell every minute or two, and the name of the cell comes a second later. Until then the name of the
-- last cell that had one is shown, instead of a place that is not known.
-- +goose Up
ALTER TABLE vehicles.presence ADD COLUMN named_cell bigint;
COMMENT ON COLUMN vehicles.presence.named_cell IS 'The cell before this one whose name is known, key of vehicles.place';

-- Why: an organisation asks which of its vehicles send what a module lives from, before it switches the module on. Of each day it is kept what was said.

-- +goose Up
ALTER TABLE vehicles.vehicle_day ADD COLUMN said integer NOT NULL DEFAULT 0;
COMMENT ON COLUMN vehicles.vehicle_day.said IS 'readings of the vehicle itself that samples of the day had, a bit for each of sdk/events, SaidNames';

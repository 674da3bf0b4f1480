-- Why: a depot's manager was shown the drivers of the whole organisation. A driver belongs to a group, as the user does; one without, of a partner or
-- of the demonstration, is seen by whoever sees a vehicle that the driver has driven.

-- +goose Up
ALTER TABLE vehicles.driver ADD COLUMN group_id text NOT NULL DEFAULT '';
COMMENT ON COLUMN vehicles.driver.group_id IS 'of the user; empty: no user stands behind the driver';
-- Which vehicles a driver has driven.
CREATE INDEX driver_assignment_by_driver ON vehicles.driver_assignment (org_id, driver_id);

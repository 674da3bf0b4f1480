-- Why: the list of visits is read in the order of arrival and id, both falling or both rising; an index with the one falling and the other rising had every page sort all visits.

-- +goose Up
DROP INDEX geofences.visit_by_time;
DROP INDEX geofences.visit_of_geofence;
CREATE INDEX visit_by_time ON geofences.visit (org_id, arrival_ms, id);
CREATE INDEX visit_of_geofence ON geofences.visit (org_id, geofence_id, arrival_ms, id);

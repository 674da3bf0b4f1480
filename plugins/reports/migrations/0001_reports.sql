-- Why: reports name the vehicles that their rows are about, which belong to another plugin: this is the copy of the fleet.

-- +goose Up
SELECT outrider.fleet('reports');
SELECT outrider.inbox('reports');

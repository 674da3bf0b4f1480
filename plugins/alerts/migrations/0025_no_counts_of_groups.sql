-- Why: counts by the vehicles' groups have not been written since 0018; they stayed for a process of the version before alone.

-- +goose Up
DROP VIEW alerts.counts_of_groups;
DROP VIEW alerts.counts_of_group_blocks;
DROP TABLE alerts.rollup_group;
DROP TABLE alerts.rollup_group_block;
DROP TABLE alerts.rollup_group_change;

-- Why: one plugin must not fill the streams that all share. What each published within a week is bounded, over restarts and hosts.
-- +goose Up
CREATE TABLE outrider.plugin_published (
    plugin   text   NOT NULL,
    stream   text   NOT NULL,
    day      date   NOT NULL,
    messages bigint NOT NULL,
    bytes    bigint NOT NULL,
    CONSTRAINT plugin_published_pk PRIMARY KEY (plugin, stream, day)
);
COMMENT ON TABLE outrider.plugin_published IS 'what plugins published into the streams, by UTC day; kept for two weeks';

-- Why: devices are told their settings until they have confirmed the newest version, over any number of connections; the gateway keeps the newest.
-- What is shown is what happened: wanted, taken by the device, confirmed.

-- +goose Up
ALTER TABLE alerts.upload_sync ADD COLUMN delivered bigint NOT NULL DEFAULT 0;
COMMENT ON TABLE alerts.upload_sync IS 'The newest settings of a device (a number that grows), those sent to the gateway, those that the device has taken, and those that it has confirmed';
COMMENT ON COLUMN alerts.upload_sync.until_ms IS 'Not sent again before this, unless it changes';
COMMENT ON COLUMN alerts.upload_sync.command_id IS 'Not used any more';

-- Serves the search for what is to be sent.
CREATE INDEX upload_sync_unconfirmed ON alerts.upload_sync (until_ms) WHERE wanted > done AND problem = '';
DROP INDEX alerts.upload_sync_due;
DROP INDEX alerts.upload_sync_command;

-- What the former way has lost is sent at once.
ALTER TABLE alerts.upload_sync NO FORCE ROW LEVEL SECURITY;
UPDATE alerts.upload_sync SET until_ms = 0 WHERE wanted > done AND problem = '';
ALTER TABLE alerts.upload_sync FORCE ROW LEVEL SECURITY;

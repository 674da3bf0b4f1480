const path = require('node:path');
const { remoteConfig } = require('@outrider/sdk/webpack');

module.exports = remoteConfig(__dirname, { manifest: path.join(__dirname, '../manifest.json') });

const { remoteConfig } = require('@outrider/sdk/webpack');

module.exports = remoteConfig(__dirname);

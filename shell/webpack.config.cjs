const { shellConfig, signInConfig } = require('@outrider/sdk/webpack');

module.exports = [shellConfig(__dirname), signInConfig(__dirname)];

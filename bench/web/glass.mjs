// Plays a live view in a browser as the live panel does, and prints which pictures were on the screen and when, as JSON. bench/footage_glass_test.go
// starts it: each picture has its number in squares of 32 pixels in its lower left corner, the lowest digit first.
import { createRequire } from 'node:module';

import { chromium } from '@playwright/test';

const { GLASS_HOST: host = '', GLASS_PLAYLIST: playlist = '', GLASS_TOKEN: token = '', GLASS_MS: length = '8000' } = process.env;
const player = createRequire(new URL('../../remotes/footage/package.json', import.meta.url)).resolve('hls.js/dist/hls.min.js');
const settle = 3; // seconds of pictures until a player has found its place

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'],
});
try {
  const page = await browser.newPage();
  await page.route(`${host}/glass`, (route) => route.fulfill({ contentType: 'text/html', body: '<video muted playsinline width="352" height="288"></video>' }));
  await page.goto(`${host}/glass`);
  await page.addScriptTag({ path: player });
  await page.evaluate(play, { playlist, token });
  await page.waitForFunction(hasPlayed, settle, { timeout: 60_000 });
  console.log(JSON.stringify(await page.evaluate(watch, Number(length))));
} finally {
  await browser.close();
}

/** Plays with what remotes/footage/src/live/player.ts plays with. */
function play({ playlist: url, token: bearer }) {
  const video = document.querySelector('video');
  const hls = new globalThis.Hls({
    lowLatencyMode: true,
    enableWorker: false,
    maxBufferLength: 30,
    backBufferLength: 10,
    maxFragLookUpTolerance: 0.02,
    xhrSetup: (request) => request.setRequestHeader('Authorization', `Bearer ${bearer}`),
  });
  let loaded = false;
  hls.on('hlsLevelLoaded', () => {
    loaded = true;
    void video.play();
  });
  hls.on('hlsError', (_, { fatal }) => {
    if (fatal && !loaded) setTimeout(() => hls.loadSource(url), 200); // the device has not come yet
  });
  hls.attachMedia(video);
  hls.loadSource(url);
}

/** Whether so many seconds were played. */
function hasPlayed(seconds) {
  const { played } = document.querySelector('video');
  let sum = 0;
  for (let n = 0; n < played.length; n++) sum += played.end(n) - played.start(n);
  return sum >= seconds;
}

/** Reads the number of every picture that is shown for so many milliseconds. */
function watch(ms) {
  const digits = 7;
  const side = 32;
  const top = 256;
  const video = document.querySelector('video');
  const canvas = new OffscreenCanvas(digits * side, side);
  const drawing = canvas.getContext('2d', { willReadFrequently: true });
  const pictures = [];
  const ends = performance.now() + ms;
  return new Promise((resolve) => {
    const shown = (now, { expectedDisplayTime }) => {
      const at_ms = Date.now() + expectedDisplayTime - performance.now();
      drawing.drawImage(video, 0, top, digits * side, side, 0, 0, digits * side, side);
      let number = 0;
      for (let digit = 0; digit < digits; digit++) {
        if (drawing.getImageData(digit * side + side / 2, side / 2, 1, 1).data[0] > 128) number += 2 ** digit;
      }
      pictures.push({ number, at_ms });
      if (now >= ends) resolve(pictures);
      else video.requestVideoFrameCallback(shown);
    };
    video.requestVideoFrameCallback(shown);
    setTimeout(() => resolve(pictures), ms + 2_000); // a picture that stands still
  });
}

import { test } from '@playwright/test';

import { baseUrl } from '../../e2e/pages/portal';
import { Transferred } from '../../e2e/pages/transferred';
import { median, open, quick } from './portal-page';
import { addRow } from './rows';

/** A phone's network, and how much slower its processor is. */
const network = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
const slower = 4;

test('sign-in on a slow processor and network', async ({ browser }) => {
  const times: number[] = [];
  for (let round = 0; round < (quick ? 1 : 7); round++) {
    const context = await browser.newContext();
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    await cdp.send('Network.enable');
    await cdp.send('Network.emulateNetworkConditions', network);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: slower });
    await page.addInitScript(() => {
      const look = () => {
        if (document.querySelector('input[type=password]')) (globalThis as { usableAt?: number }).usableAt ??= performance.now();
        else requestAnimationFrame(look);
      };
      look();
    });
    await page.goto(`${baseUrl()}/sign-in`);
    await page.waitForFunction(() => 'usableAt' in globalThis);
    times.push(await page.evaluate(() => (globalThis as { usableAt?: number }).usableAt ?? 0));
    await context.close();
  }
  const ms = median(times);
  addRow({ what: 'sign-in usable, processor 4x slower, 1.6 Mb/s, 150 ms away', target: '≤ 1,500 ms', result: `${ms.toFixed(0)} ms`, reached: ms <= 1_500 });
});

test('what visits transfer', async ({ page }) => {
  const fetched = await Transferred.by(page);
  await open(page, baseUrl(), '/map-view', '.vrow');
  await page.waitForLoadState('networkidle');
  const first = fetched.staticWireBytes();
  fetched.restart();
  await page.reload();
  await page.locator('.vrow').first().waitFor();
  await page.waitForLoadState('networkidle');
  const again = fetched.staticWireBytes();
  const kb = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`;
  addRow({ what: 'a second visit of the map, all files', target: '≤ 20 KB', result: `${kb(again)} (the first with sign-in, fonts and base map: ${kb(first)})`, reached: again <= 20_000 });
});

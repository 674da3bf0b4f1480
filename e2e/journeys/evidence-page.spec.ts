import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { expect, test, type Page } from '@playwright/test';
import { unzipSync } from 'fflate';

import { problems } from '../pages/axe';

const PACKAGE = join(__dirname, '../../plugins/alerts/internal/seal/testdata/evidence.zip');

/** open unpacks the page of a package, and opens it as a file: no server, no network. */
async function open(page: Page, folder: string) {
  const files = unzipSync(readFileSync(PACKAGE));
  const html = files['verify.html'];
  if (!html) {
    throw new Error('the package has no page');
  }
  const path = join(folder, 'verify.html');
  writeFileSync(path, html);
  await page.goto(pathToFileURL(path).href);
  return files;
}

test('an evidence package proves itself without a network', async ({ page }, info) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (!/^(file|data|blob):/.test(request.url())) {
      asked.push(request.url());
    }
  });
  const files = await open(page, info.outputPath('.'));
  for (const mode of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: mode });
    await page.getByLabel('Choose the package').setInputFiles(PACKAGE);
    await expect(page.getByRole('status')).toContainText('Nothing was changed.');
    await expect(page.getByRole('cell', { name: 'HGV-022_2026_07_21__14_32_07_CH1.mp4' })).toBeVisible();
    await expect(page.getByRole('row', { name: /CH1\.mp4/ }).getByRole('cell')).toHaveText([/CH1/, '91', 'Unchanged', 'Yes']); // with its index put back
    await expect(page.getByText('canceled: <b>no recording</b>')).toBeVisible();
    expect(await problems(page), mode).toEqual([]);
  }

  const all = Object.entries(files).map(([name, content]) => ({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) }));
  await page.getByLabel('Choose the package').setInputFiles(all);
  await expect(page.getByRole('status')).toContainText('Nothing was changed.');
  expect(asked).toEqual([]);
});

test('an evidence package tells of one changed byte, of what is missing and of what was added', async ({ page }, info) => {
  const files = await open(page, info.outputPath('.'));
  const choose = async (change: (files: Record<string, Buffer>) => void) => {
    const copy = Object.fromEntries(Object.entries(files).map(([name, content]) => [name, Buffer.from(content)]));
    change(copy);
    await page.getByLabel('Choose the package').setInputFiles([]);
    await page.getByLabel('Choose the package').setInputFiles(Object.entries(copy).map(([name, buffer]) => ({ name, mimeType: 'application/octet-stream', buffer })));
  };
  const flip = (content: Buffer | undefined) => content?.writeUInt8(content.readUInt8(content.length - 3) ^ 1, content.length - 3);
  const status = page.getByRole('status');

  await choose((all) => flip(all['HGV-022_2026_07_21__14_32_07_CH1.mp4']));
  await expect(status).toContainText('Something in this package was changed.');
  await expect(page.getByRole('row', { name: /CH1\.mp4/ })).toContainText('Changed');
  await choose((all) => flip(all['manifest.json']));
  await expect(status).toContainText('The list of files was changed');
  await choose((all) => delete all['gps_data.csv']);
  await expect(page.getByRole('row', { name: /gps_data/ })).toContainText('Missing');
  await choose((all) => { all['extra.mp4'] = Buffer.from('x'); });
  await expect(page.getByRole('row', { name: /extra/ })).toContainText('Not part of the package');
  await choose((all) => { all['manifest.sig'] = Buffer.from('nonsense'); });
  await expect(status).toContainText('The list of files was changed');
  await choose((all) => delete all['manifest.sig']);
  await expect(status).toContainText('This is not a whole package');

  const raw = Buffer.from(readFileSync(PACKAGE));
  raw.writeUInt8(raw.readUInt8(80) ^ 1, 80); // within the clip
  await page.getByLabel('Choose the package').setInputFiles([{ name: 'evidence.zip', mimeType: 'application/zip', buffer: raw }]);
  await expect(status).toContainText('Something in this package was changed.');
});

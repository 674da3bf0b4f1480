import { setLanguage, type AttentionGroup } from '@outrider/sdk';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { attention } from './attention';
import { commands } from './palette';
import { anAlert, FakeAlertsApi } from './testing/fake-alerts';

const api = new FakeAlertsApi();

beforeEach(async () => {
  api.alerts = [anAlert(1, { location: 'Not known', driver_name: 'Ann Lee' }), anAlert(2, { location: 'near Crewe', driver_name: '' })];
  await api.install();
  await setLanguage('de-DE');
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await setLanguage('en-GB');
});

test('what needs attention names places in the reader’s language', async () => {
  const groups = await new Promise<readonly AttentionGroup[] | undefined>((resolve) => {
    const stop = attention.start((read) => (resolve(read), queueMicrotask(() => stop())), 7);
  });
  expect(groups?.[0]?.items.map(({ text }) => text)).toEqual(['HGV-001 · Ann Lee · Nicht bekannt', 'HGV-002 · bei Crewe']);
});

test('so does the command palette', async () => {
  const found = await commands.search('HGV', new AbortController().signal);
  expect(found.map(({ hint }) => hint?.split(' · ').at(-1))).toEqual(['Nicht bekannt', 'bei Crewe']);
});

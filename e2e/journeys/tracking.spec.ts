import { readFile } from 'node:fs/promises';

import type { Page } from '@playwright/test';

import { accounts } from '../pages/accounts';
import { problems } from '../pages/axe';
import { expect, test } from '../pages/test';
import { adminToken, ask } from '../product/ask';
import { MqttDevice } from '../product/mqtt';
import { until } from '../product/until';

const minute = 60_000;
const dayMs = 86_400_000;
/** A name that no run before has given. */
const run = Date.now().toString(36);

/** Yesterday in UTC, which is London's day but for an hour in summer. */
const day = new Date(Date.now() - dayMs).toISOString().slice(0, 10);
const at = (clock: string) => Date.parse(`${day}T${clock}Z`);

interface Sample {
  time: number;
  lat: number;
  lng: number;
  speed_kmh: number;
  speed_limit_kmh: number;
  ignition: boolean;
}

/** A vehicle that drove from ten to ten past, stood for 20 minutes, drove too fast for ten, was not heard of for 15 minutes and drove on for five. */
function drive(): Sample[] {
  const samples: Sample[] = [];
  let lat = 53.2;
  const add = (from: number, minutes: number, speed_kmh: number, ignition = true) => {
    for (let time = from; time < from + minutes * minute; time += 10_000) {
      lat += (speed_kmh / 3.6) * 10 / 111_195;
      samples.push({ time, lat, lng: -2.4, speed_kmh, speed_limit_kmh: 80, ignition });
    }
  };
  add(at('10:00:00'), 10, 60);
  add(at('10:10:00'), 20, 0, false);
  add(at('10:30:00'), 10, 100);
  lat += 0.05;
  add(at('10:55:00'), 5, 60);
  add(at('11:00:00'), 10, 0, false);
  return samples;
}

/** What the vehicle said before: the day before is known, so that the drive can be compared with it. */
const parked: Sample = { time: at('10:00:00') - 2 * dayMs, lat: 53.2, lng: -2.4, speed_kmh: 0, speed_limit_kmh: 80, ignition: false };

/** A vehicle with that past, as its device sends it late; its id. */
async function plantVehicle(): Promise<string> {
  const token = await adminToken();
  const [group] = (await ask<{ Groups: { id: string }[] }>('GET', '/org/demo/vehicles/groups', undefined, token)).Groups;
  const { id } = await ask<{ id: string }>('POST', '/org/demo/vehicles', { vehicle_name: `PAST-${run}`, vehicle_type: 'van', node: group?.id }, token);
  const { device_id, key } = await ask<{ device_id: string; key: string }>('POST', '/org/demo/devices', { device_id: `past-${run}`, model: 'D700' }, token);
  await ask('PUT', `/org/demo/vehicles/${id}/devices/${device_id}`, { is_defaultdevice: true, from: new Date(at('00:00:00') - 3 * dayMs).toISOString() }, token);
  const device = new MqttDevice(Number(process.env.E2E_MQTT_PORT), device_id, key, () => undefined);
  await until('the new device may connect', 30_000, async () => device.open().then(() => true, () => false));
  device.publish('telemetry', { samples: [parked, ...drive()] });
  await until('its past is kept', 60_000, async () => {
    const { Trips } = await ask<{ Trips: unknown[] }>('GET', `/org/demo/vehicles/${id}/trips?start_time=${day}T00:00:00Z&end_time=${day}T23:00:00Z`, undefined, token);
    return Trips.length === 3;
  });
  device.close();
  return id;
}

/** What the clock under the map shows. */
const clock = (page: Page) => page.locator('.trk-clock');

let planted: string | undefined;

// The journeys behind these count the fleet.
test.afterAll(async () => {
  if (planted) await ask('DELETE', `/org/demo/vehicles/${planted}`, undefined, await adminToken()).catch(() => undefined); // its answer has no body
});

test('a past day is found, replayed and taken away', async ({ page, portal }) => {
  const id = await plantVehicle();
  planted = id;
  await portal.signIn(accounts.admin, `/tracking?id=${id}&start=${day}T00:00:00&end=${day}T23:59:59`);
  const trips = page.getByRole('table', { name: 'Trips' });
  await expect(trips.getByRole('row')).toHaveCount(4);
  await expect(page.getByLabel('Summary')).toContainText('Top speed62 mph');
  await expect(async () => {
    if (!(await page.getByRole('tab', { name: 'Speeding 1' }).isVisible())) await page.reload(); // it is raised a moment after the samples are there
    await expect(page.getByRole('tab', { name: 'Speeding 1' })).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 60_000 });
  for (const table of ['Trips 3', 'Stops 2', 'Driving events 0', 'Ignition 3', 'I/O 0', 'Speeding 1']) {
    await expect(page.getByRole('tab', { name: table })).toBeVisible();
  }

  await test.step('a row moves the clock, the map and the chart', async () => {
    await trips.getByRole('row').nth(2).click();
    await expect(clock(page)).toHaveText('10:30:00');
    await expect(trips.locator('tr[aria-current=time]')).toContainText('10:30');
    await expect(page.getByLabel('At this moment')).toContainText('over');
    await expect(page.getByRole('slider', { name: 'Time' })).toHaveAttribute('aria-valuetext', '10:30:00');
  });

  await test.step('keys move it', async () => {
    await page.locator('.trk-bar').click({ position: { x: 5, y: 5 } });
    await page.keyboard.press('ArrowRight');
    await expect(clock(page)).toHaveText('10:30:05');
    await page.keyboard.press('Shift+ArrowRight');
    await expect(clock(page)).toHaveText('10:31:05');
    await page.keyboard.press('[');
    await expect(clock(page)).toHaveText(/^10:30:/);
    await page.keyboard.press('f');
    await expect(page.getByRole('button', { name: 'Follow' })).toHaveAttribute('aria-pressed', 'true');
  });

  await test.step('it plays at its pace by the clock on the wall', async () => {
    await page.getByRole('radio', { name: '60×' }).click();
    const began = Date.now();
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await expect(clock(page)).toHaveText(/^10:3[2-9]:/);
    await page.getByRole('button', { name: 'Pause', exact: true }).click();
    const shown = (await clock(page).textContent()) ?? '';
    const played = (at(shown) - at('10:30:00')) / 60;
    expect(played).toBeLessThan(Date.now() - began + 1_000);
  });

  await test.step('the chart and the map move it too', async () => {
    await page.getByRole('button', { name: 'All', exact: true }).click();
    const plot = page.getByRole('slider', { name: 'Time' });
    const box = await plot.boundingBox();
    await plot.click({ position: { x: (box?.width ?? 0) * (10.75 / 24), y: 20 } });
    await expect(clock(page)).toHaveText(/^10:4/);
    await expect(page.getByLabel('At this moment')).toContainText('Nothing is known');
    await page.getByTitle(/^Stop at 10:10/).press('Enter'); // the pointer may find another mark above it
    await expect(clock(page)).toHaveText('10:10:00');
  });

  await test.step('stops are as long as the user says', async () => {
    await page.getByRole('tab', { name: /^Stops/ }).click();
    await page.getByLabel('Stops of at least').selectOption('20');
    await expect(page.getByRole('tab', { name: 'Stops 1' })).toBeVisible();
    await page.getByLabel('Stops of at least').selectOption('5');
  });

  await test.step('a report has its trips, compares them with the day before, and leads back to them', async () => {
    const report = page.getByRole('region', { name: 'Trips' });
    await page.goto(page.url().replace(/\/tracking.*/, `/reports?report_type=trips&date_range=${day}T00:00:00,${day}T23:59:59`));
    await report.getByRole('button', { name: 'All vehicles' }).click();
    const chooser = page.getByRole('dialog');
    await chooser.getByRole('searchbox', { name: 'Search by vehicle' }).fill(`PAST-${run}`);
    await chooser.getByRole('treeitem', { name: new RegExp(`PAST-${run}`) }).click();
    await chooser.getByRole('button', { name: 'OK' }).click();
    await report.getByRole('button', { name: 'Compare with the period before' }).click();
    await expect(report.getByText(/^Compared with /)).toBeVisible();
    await expect(report.locator('.rp-figures .rp-change').first()).toBeVisible();
    expect(await problems(page, '.rp')).toEqual([]);
    const rows = report.getByRole('row').filter({ hasText: `PAST-${run}` });
    await expect(rows).toHaveCount(3);
    await rows.filter({ hasText: '10:30' }).getByTitle('Show in Tracking').first().click();
    await expect(page).toHaveURL(/\/tracking\?id=/);
    await expect(clock(page)).toHaveText('10:30:00');
    await page.goto(page.url().replace(/\/tracking.*/, `/tracking?id=${id}&start=${day}T00:00:00&end=${day}T23:59:59`));
  });

  await test.step('it is saved as a file', async () => {
    await page.getByRole('button', { name: 'Export' }).click();
    const saved = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'GPX' }).click();
    const text = await readFile(await (await saved).path(), 'utf8');
    expect(text.match(/<trkseg>/g)).toHaveLength(2);
    expect(text.match(/<trkpt /g)).toHaveLength(drive().length);
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await problems(page, '.trk'), colorScheme).toEqual([]);
  }
});

test('a range that cannot be is said, and the map leads to a track', async ({ page, portal }) => {
  await portal.signIn(accounts.admin, '/tracking');
  await expect(page.getByText('No vehicle chosen')).toBeVisible();
  await page.goto(page.url().replace(/\/tracking.*/, `/tracking?id=demo-vehicle-01&start=${day}T10:00:00&end=${day}T09:00:00`));
  await expect(page.getByText('start time is greater than end time')).toBeVisible();
  await page.goto(page.url().replace(/\/tracking.*/, '/map-view?vehicle_id=demo-vehicle-01'));
  await portal.popup.getByRole('button', { name: 'Track', exact: true }).click();
  await expect(page).toHaveURL(/\/tracking\?id=demo-vehicle-01/);
  await expect(page.getByRole('toolbar', { name: 'Playback' })).toBeVisible();
});

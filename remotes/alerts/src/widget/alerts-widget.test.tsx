import { accessibilityProblems, renderInRemote } from '@outrider/sdk/testing';
import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { typesOf } from '../alert/looks';
import { FakeAlertsApi } from '../testing/fake-alerts';
import { AlertsWidget } from './alerts-widget';
import { byDay, classes, listOf, spanOf } from './by-type';
import { stepOf } from './stack-bars';

const granted = ['listAlerts', 'getAlertUpdates'];
let api: FakeAlertsApi;

beforeEach(async () => {
  api = new FakeAlertsApi();
  await api.install();
});

afterEach(() => vi.restoreAllMocks());

describe('the alerts widget', () => {
  it('shows what there was of each type day by day, and before', async () => {
    api.counts = [{ day: 0, alert_type: 'imualert', alerts: 10 }, { day: 15, alert_type: 'dmsfatiguealert', alerts: 3 }, { day: 28, alert_type: 'imualert', alerts: 5 }];
    const { container } = renderInRemote(<AlertsWidget days={14} />, { granted });
    expect(await screen.findByText('−20%')).toBeVisible();
    expect(screen.getByText('alerts in 14 days')).toBeVisible();
    const rows = within(screen.getByRole('table', { name: 'Alerts by type' })).getAllByRole('row').map(({ textContent }) => textContent);
    expect([rows.length, rows[0], rows[1], rows[14]]).toEqual([15, 'Harsh drivingDistractionHeadwaySpeedingOther14 days before', expect.stringMatching(/0300010$/), expect.stringMatching(/500000$/)]);
    expect(screen.getByRole('button', { name: 'Harsh driving 5' })).toBeVisible();
    expect(await accessibilityProblems(container)).toEqual([]);
    const asked = api.asked.find(({ call }) => call.endsWith('/alerts/counts'))?.body as { starts: string[]; filters: unknown };
    expect([asked.starts.length, asked.filters]).toEqual([30, [{ attribute: 'kind', value: ['driving', 'speeding'] }, { attribute: 'archived', value: 'False' }]]); // 28 days, where those before are cut, and the end
  });

  it('says that there is nothing', async () => {
    renderInRemote(<AlertsWidget days={7} />, { granted });
    expect(await screen.findByText('No alerts in 7 days')).toBeVisible();
  });

  it('says that the counts cannot be had, and tries again', async () => {
    api.status = 500;
    const { user } = renderInRemote(<AlertsWidget days={14} />, { granted });
    const again = await screen.findByRole('button', { name: 'Retry' });
    api.status = 200;
    api.counts = [{ day: 28, alert_type: 'imualert', alerts: 5 }];
    await user.click(again);
    expect(await screen.findByText('alerts in 14 days')).toBeVisible();
  });
});

it('leads to the list of what was counted', () => {
  const types = classes.flatMap((name) => new URLSearchParams(listOf(name, 14).split('?')[1]).get('type')?.split(',') ?? []);
  expect([...types].sort()).toEqual([...typesOf('driving')].sort()); // each type is in one list
  expect(listOf('speeding', 7)).toBe('/speeding?days=7');
  expect(listOf('headway', 1)).toContain('adas_fcw_alert');
});

it('draws lines at round numbers', () => {
  expect([1, 2, 3, 9, 20, 21, 130, 480].map(stepOf)).toEqual([1, 1, 2, 5, 10, 15, 80, 250]);
});

describe('days', () => {
  it('begin by the clocks of the user, also where clocks change', () => {
    renderInRemote(<p />, { granted }); // somebody in London
    const now = Date.UTC(2026, 9, 30, 12);
    const { starts, bars } = spanOf(7, now);
    const shown = bars.map((bar) => starts[bar.shown] ?? 0);
    expect([...shown.slice(1), starts.at(-1) ?? 0].map((at, index) => (at - (shown[index] ?? 0)) / 3_600_000)).toEqual([24, 25, 24, 24, 24, 24, 24]);
    expect(starts.at(-1)).toBeGreaterThan(now);
  });

  it('are hours for one day, and only as much of yesterday is compared', () => {
    renderInRemote(<p />, { granted });
    const { bars } = spanOf(1, Date.UTC(2026, 10, 20, 6, 30));
    expect([bars.length, bars.filter(({ before }) => before !== undefined).length]).toEqual([24, 7]);
  });

  it('put types together and are compared with those before', () => {
    const span = { starts: [0, 1, 2, 3, 4], bars: [{ shown: 2, before: 0 }, { shown: 3, before: 1 }] };
    const found = byDay(span, [{ day: 2, alert_type: 'adas_fcw_alert', alerts: 2 }, { day: 2, alert_type: 'adas_ldw_alert', alerts: 1 }, { day: 2, alert_type: 'parking_geo_alert', alerts: 4 }]);
    expect([found.bars[0]?.values, found.total, found.totals, found.change]).toEqual([{ headway: 3, other: 4 }, 7, { headway: 3, other: 4 }, undefined]);
    const change = (alerts: number) => byDay(span, [{ day: 0, alert_type: 'imualert', alerts }, { day: 3, alert_type: 'imualert', alerts: 7 }]).change;
    expect([change(1), change(2)]).toEqual([undefined, 250]);
  });
});

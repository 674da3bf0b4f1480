import { accessibilityProblems, renderInRemote } from '@outrider/sdk/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { FakeAlertsApi } from '../testing/fake-alerts';
import { AlertsWidget } from './alerts-widget';
import { byDay, shownDays, startsOfDays } from './by-type';
import { stepOf } from './stack-bars';

const granted = ['listAlerts', 'getAlertUpdates'];
let api: FakeAlertsApi;

beforeEach(async () => {
  api = new FakeAlertsApi();
  await api.install();
});

afterEach(() => vi.restoreAllMocks());

describe('the alerts widget', () => {
  it('shows what there was of each type day by day, and the newest', async () => {
    api.counts = [{ day: 0, alert_type: 'imualert', alerts: 10 }, { day: 14, alert_type: 'dmsfatiguealert', alerts: 3 }, { day: 27, alert_type: 'imualert', alerts: 5 }];
    const { container } = renderInRemote(<AlertsWidget />, { granted });
    expect(await screen.findByText('−20%')).toBeVisible();
    expect(screen.getByText('alerts in 14 days')).toBeVisible();
    const rows = within(screen.getByRole('table', { name: 'Alerts by type' })).getAllByRole('row').map(({ textContent }) => textContent);
    expect([rows.length, rows[0], rows[1], rows[14]]).toEqual([15, 'Harsh drivingDistractionHeadwaySpeedingOther', expect.stringMatching(/03000$/), expect.stringMatching(/50000$/)]);
    expect(await screen.findAllByText(/HGV-00/)).toHaveLength(3);
    expect(await accessibilityProblems(container)).toEqual([]);
    const asked = api.asked.find(({ call }) => call.endsWith('/alerts/counts'))?.body as { starts: string[] };
    expect(asked.starts).toHaveLength(2 * shownDays + 1);
  });

  it('has no chart where there is nothing to show', async () => {
    renderInRemote(<AlertsWidget />, { granted });
    expect(await screen.findAllByText(/HGV-00/)).toHaveLength(3);
    await waitFor(() => expect(screen.queryByRole('status')).toBeNull());
    expect(screen.queryByText('Alerts by type')).toBeNull();
  });

  it('says that the counts cannot be had, and tries again', async () => {
    api.status = 500;
    const { user } = renderInRemote(<AlertsWidget />, { granted });
    await waitFor(() => expect(screen.getAllByRole('button', { name: 'Retry' })).toHaveLength(2)); // the list's is the second
    const [again] = screen.getAllByRole('button', { name: 'Retry' });
    api.status = 200;
    api.counts = [{ day: 27, alert_type: 'imualert', alerts: 5 }];
    await user.click(again as HTMLElement);
    expect(await screen.findByText('alerts in 14 days')).toBeVisible();
  });
});

it('draws lines at round numbers', () => {
  expect([1, 2, 3, 9, 20, 21, 130, 480].map(stepOf)).toEqual([1, 1, 2, 5, 10, 20, 100, 500]);
});

describe('days', () => {
  it('begin by the clocks of the user, also where clocks change', () => {
    renderInRemote(<p />, { granted }); // somebody in London
    const starts = startsOfDays(Date.UTC(2026, 9, 30, 12));
    expect(starts.map((at, index) => (index > 0 ? (at - (starts[index - 1] ?? 0)) / 3_600_000 : 24)).filter((hours) => hours !== 24)).toEqual([25]);
    expect(starts.at(-1)).toBeGreaterThan(Date.UTC(2026, 9, 30, 12));
  });

  it('put types together and are compared with those before', () => {
    const starts = Array.from({ length: 2 * shownDays + 1 }, (_, index) => index);
    const found = byDay(starts, [{ day: 15, alert_type: 'adas_fcw_alert', alerts: 2 }, { day: 15, alert_type: 'adas_ldw_alert', alerts: 1 }, { day: 15, alert_type: 'parking_geo_alert', alerts: 4 }]);
    expect(found.days[1]?.values).toEqual({ headway: 3, other: 4 });
    expect([found.total, found.change]).toEqual([7, undefined]);
    expect([1, 2].map((alerts) => byDay(starts, [{ day: 3, alert_type: 'imualert', alerts }, { day: 15, alert_type: 'imualert', alerts: 7 }]).change)).toEqual([undefined, 250]);
  });
});

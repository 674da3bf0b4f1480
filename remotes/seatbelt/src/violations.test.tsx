import { accessibilityProblems, FakeApi, renderInRemote } from '@outrider/sdk/testing';
import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import en from '../locales/en.json';
import { ViolationsCard } from './violations-card';
import { ViolationsPage } from './violations-page';

const violation = {
  vehicle_id: 'v1', vehicle_name: 'HGV-001', device_id: 'd1', driver_name: '', start_ms: 1_790_000_000_000, end_ms: 1_790_000_040_000, is_over: true, duration_s: 40, distance_m: 450,
  top_kmh: 62, lat: 53.3, lng: -2.4, place: 'near Northwich',
};
let api: FakeApi;

beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  api = new FakeApi();
  await api.install('seatbelt', en);
  api.answers = {
    'GET /seatbelt/violations': { violations: [violation], page_count: 1, total_records: 1 },
    'GET /seatbelt/summary': { violations: 3, before: 5, duration_s: 90, newest: [violation] },
  };
});

const may = { granted: ['viewSeatbelt'] };

describe('seat belt violations', () => {
  it('are listed with who, where and how long', async () => {
    const { container } = renderInRemote(<ViolationsPage />, may);
    expect(await screen.findByText('HGV-001')).toBeVisible();
    expect(screen.getByText('No driver assigned')).toBeVisible();
    expect(screen.getByText('near Northwich')).toBeVisible();
    expect(await accessibilityProblems(container)).toEqual([]);
  });

  it('are counted on Home, against the time before', async () => {
    renderInRemote(<ViolationsCard days={7} />, may);
    expect(await screen.findByText('3')).toBeVisible();
    expect(screen.getByText('in the last 7 days')).toBeVisible();
    expect(screen.getByText('5 in the 7 days before')).toBeVisible();
    expect(screen.getByRole('button', { name: /HGV-001/ })).toBeVisible();
  });

  it('are none, denied or not to be had', async () => {
    api.answers['GET /seatbelt/summary'] = { violations: 0, before: 0, duration_s: 0, newest: [] };
    const { unmount } = renderInRemote(<ViolationsCard days={7} />, may);
    expect(await screen.findByText('No seat belt violations')).toBeVisible();
    unmount();
    renderInRemote(<ViolationsPage />, { granted: [] });
    expect(screen.getByText('You do not have permission to see this')).toBeVisible();
  });
});

import { addMessages } from '@outrider/sdk';
import { accessibilityProblems, renderInRemote } from '@outrider/sdk/testing';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import en from '../locales/en.json';
import { ViolationsCard } from './violations-card';
import { ViolationsPage } from './violations-page';

const violation = {
  vehicle_id: 'v1', vehicle_name: 'HGV-001', device_id: 'd1', driver_name: '', start_ms: 1_790_000_000_000, end_ms: 1_790_000_040_000, is_over: true, duration_s: 40, distance_m: 450,
  top_kmh: 62, lat: 53.3, lng: -2.4, place: 'near Northwich',
};
let answers: Record<string, object>;

beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  answers = {
    '/seatbelt/violations': { violations: [violation], page_count: 1, total_records: 1 },
    '/seatbelt/summary': { violations: 3, before: 5, duration_s: 90, newest: [violation] },
  };
  await addMessages('seatbelt', async () => en);
  vi.stubGlobal('ResizeObserver', class { observe() {} unobserve() {} disconnect() {} });
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(800);
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(1400);
  vi.stubGlobal('fetch', async (url: string) => {
    const answer = answers[new URL(url, 'http://test').pathname.replace(/^\/api\/org\/[^/]+/, '')] ?? { status: 503, title: 'Not available', kind: 'unavailable' };
    return Response.json(answer, { status: 'status' in answer ? Number(answer.status) : 200 });
  });
});

afterEach(() => vi.unstubAllGlobals());

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
    answers['/seatbelt/summary'] = { violations: 0, before: 0, duration_s: 0, newest: [] };
    const { unmount } = renderInRemote(<ViolationsCard days={7} />, may);
    expect(await screen.findByText('No seat belt violations')).toBeVisible();
    unmount();
    renderInRemote(<ViolationsPage />, { granted: [] });
    expect(screen.getByText('You do not have permission to see this')).toBeVisible();
  });
});

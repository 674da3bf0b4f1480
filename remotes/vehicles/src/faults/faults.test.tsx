import { accessibilityProblems, renderInRemote } from '@outrider/sdk/testing';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { FakeApi } from '../testing/api';
import { FaultsTotal } from '../widget/faults-total';
import { kindOf } from './fault-kinds';
import { HardwareStatus } from './hardware-status';

let api: FakeApi;
const totals = (byType: object[], faults: number) => ({ Faults: [], page_count: 1, total_records: faults, total_vehicles: 4, by_type: byType });

beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  api = new FakeApi();
  await api.install();
});

afterEach(() => vi.unstubAllGlobals());

describe('hardware faults', () => {
  it.each([['recording', 'camera'], ['status', 'network'], ['storage', 'storage'], ['new kind', 'network']])('%s is shown as %s', (type, kind) => {
    expect(kindOf(type)).toBe(kind);
  });

  it('the widget counts by kind and leads to the list', async () => {
    api.answers['GET /vehicles/faults'] = totals([{ type: 'camera', faults: 2 }, { type: 'recording', faults: 1 }, { type: 'gps', faults: 2 }], 5);
    const { container } = renderInRemote(<FaultsTotal />);
    expect(await screen.findByText('on 4 vehicles')).toBeVisible();
    expect(container.querySelector('.fault-totals-list')?.textContent).toBe('Camera3Storage0GPS2Network0');
    expect(screen.getByRole('link', { name: 'View faults' })).toHaveAttribute('href', '/hardware-faults');
    expect(await accessibilityProblems(container)).toEqual([]);
  });

  it('the widget says when all is well, and when it cannot load', async () => {
    api.answers['GET /vehicles/faults'] = totals([], 0);
    const { unmount } = renderInRemote(<FaultsTotal />);
    expect(await screen.findByText('No hardware faults')).toBeVisible();
    unmount();
    api.answers = { 'GET /vehicles/faults': { status: 500, title: 'An error occured - please try again later' } };
    renderInRemote(<FaultsTotal />);
    expect(await screen.findByText('Could not load data.')).toBeVisible();
  });

  it.each([
    ['a badge when there are none', [], 'OK'],
    ['how many there are', [{ type: 'storage', text: 'Disk Corrupted', status: 'error', context: {}, device_id: 'd1' }], '1 fault'],
  ])('the modal shows %s', async (_what, faults, words) => {
    api.answers['GET /vehicles/v1/faults'] = { ...totals([], faults.length), Faults: [{ vehicle_id: 'v1', vehicle_name: 'HGV-001', faults }] };
    renderInRemote(<HardwareStatus vehicle={{ id: 'v1', name: 'HGV-001', isOnline: true }} close={() => {}} />);
    expect(await screen.findByRole('dialog', { name: 'Hardware of HGV-001' })).toBeVisible();
    expect((await screen.findAllByText(words)).length).toBeGreaterThan(0);
    if (faults.length > 0) expect(screen.getByText(/Disk Corrupted/)).toBeVisible();
  });
});

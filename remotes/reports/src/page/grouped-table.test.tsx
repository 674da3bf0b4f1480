import { addMessages } from '@outrider/sdk';
import { accessibilityProblems, renderInRemote } from '@outrider/sdk/testing';
import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';

import en from '../../locales/en.json';
import type { View } from '../api/report';
import { GroupedTable } from './grouped-table';
import type { ReportKind } from './report-kind';

const column = (key: string, kind: string, label: string) => ({ key, kind, label: { en: label } });
const type = {
  columns: [column('vehicle', 'vehicle', 'Vehicle'), column('group', 'group', 'Group'), column('period', 'day', 'Period'), column('trips', 'number', 'Trips')],
  totals: [{ column: 'trips', of: 'sum' }], group_by: ['group'], order_by: [{ column: 'period' }], chart: { kind: 'bar', x: 'period', y: ['trips'] },
} as unknown as ReportKind;
const view: View = {
  rows: [['v1', 'n', '2026-10-01', 3], ['v2', 's', '2026-10-01', 1], ['v2', 's', '2026-10-02', 9], ['v3', null, '2026-10-02', 2]],
  total_rows: 4, more: false, totals: [15], groups: [{ key: '', rows: 1, totals: [2], bars: [0, 2] }, { key: 'n', rows: 1, totals: [3], bars: [3, 0] }, { key: 's', rows: 2, totals: [10], bars: [1, 9] }], dropped: false,
  names: { group: { n: 'North', s: 'South' }, vehicle: { v1: 'Van 1', v2: 'Van 2', v3: 'Car 3' } }, made_at: '', took_ms: 1, chart: [{ x: '2026-10-01', y: [4] }, { x: '2026-10-02', y: [11] }], chart_parts: ['s', 'n', ''], chart_step: 'day',
};
const shown = { type, view, columns: ['vehicle', 'group', 'period', 'trips'], groupBy: 'group', isDaily: true, before: undefined, find: '' };
const lines = () => screen.getAllByRole('row').map(({ textContent }) => textContent);

beforeEach(() => addMessages('reports', async () => en));

describe('a report with sub-totals', () => {
  it('has the largest first, each opens its rows, and all come to the total', async () => {
    const { user, container } = renderInRemote(<GroupedTable {...shown} before={{ total_rows: 1, totals: [10], groups: [{ key: 's', rows: 1, totals: [5] }] }} />);
    await screen.findByRole('button', { name: 'South 2 rows' });
    expect(lines()).toEqual(['VehiclePeriodEach dayTrips', 'South 2 rows10 +100%', 'North 1 row3', '– 1 row2', 'Total15 +50%']);
    await user.click(screen.getByRole('button', { name: 'South 2 rows', expanded: false }));
    expect(lines().slice(1, 4)).toEqual(['South 2 rows10 +100%', 'Van 21 October 20261', 'Van 22 October 20269']);
    expect(within(screen.getByRole('row', { name: /South/ })).getByRole('button', { expanded: true })).toBeVisible();
    expect(container.querySelectorAll('.rp-spark')).toHaveLength(4);
    expect(await accessibilityProblems(container)).toEqual([]);
  });

  it('is sorted by what its columns come to', async () => {
    const { user } = renderInRemote(<GroupedTable {...shown} />);
    await user.click(await screen.findByRole('button', { name: 'Trips' }));
    expect(lines()[1]).toBe('South 2 rows10');
    await user.click(screen.getByRole('button', { name: 'Trips ↓' }));
    expect(lines()[1]).toBe('– 1 row2');
  });

  it('shows the rows that were looked for, below their sub-totals', async () => {
    renderInRemote(<GroupedTable {...shown} find="van 2" />);
    await screen.findByRole('button', { name: 'South 2 rows', expanded: true });
    expect(lines().slice(1)).toEqual(['South 2 rows10', 'Van 21 October 20261', 'Van 22 October 20269', 'Total15']);
  });

  it('is of days in their order', async () => {
    const byDay = { ...view, groups: [{ key: '2026-10-02', rows: 2, totals: [11] }, { key: '2026-10-01', rows: 2, totals: [4] }] };
    renderInRemote(<GroupedTable {...shown} view={byDay} groupBy="period" />);
    await screen.findByRole('button', { name: '1 October 2026 2 rows' });
    expect(lines()).toEqual(['VehicleGroupTrips', '1 October 2026 2 rows4', '2 October 2026 2 rows11', 'Total15']);
  });
});

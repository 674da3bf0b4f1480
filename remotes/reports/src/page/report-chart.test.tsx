import { addMessages } from '@outrider/sdk';
import { accessibilityProblems, renderInRemote } from '@outrider/sdk/testing';
import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import en from '../../locales/en.json';
import type { View } from '../api/report';
import { ReportChart } from './report-chart';
import type { ReportKind } from './report-kind';

const column = (key: string, kind: string, label: string) => ({ key, kind, label: { en: label } });
const type = {
  columns: [column('vehicle', 'vehicle', 'Vehicle'), column('group', 'group', 'Group'), column('period', 'day', 'Period'), column('trips', 'number', 'Trips')],
  totals: [{ column: 'trips', of: 'sum' }], group_by: ['group'], chart: { kind: 'bar', x: 'period', y: ['trips'] },
} as unknown as ReportKind;
const view: View = {
  rows: [], total_rows: 1, more: false, totals: [9], groups: [], dropped: false, names: { group: { n: 'North', s: 'South' }, vehicle: { v1: 'Van 1', v2: 'Van 2' } }, made_at: '', took_ms: 1,
  chart: [{ x: '2026-10-01', y: [4], parts: [3, 1] }, { x: '2026-10-02', y: [5], parts: [3, 2] }], chart_parts: ['n', 's'], chart_step: 'day',
};
const before = { totals: { total_rows: 1, totals: [14], groups: [] }, range: { start: '2026-09-29T00:00:00', end: '2026-09-30T23:59:59' } as const };

const on = { isOff: false, onOff: () => {} };

beforeEach(() => addMessages('reports', async () => en));

describe('the chart of a report', () => {
  it('has the sub-totals in its legend, with what the bar under the pointer comes to, and the time before as a line', async () => {
    const { user, container } = renderInRemote(<ReportChart type={type} view={view} groupBy="group" before={before} {...on} />);
    const chart = await screen.findByRole('figure', { name: 'Trips · by day' });
    expect(chart).toHaveTextContent('North6South3Average before: 7');
    expect(within(chart).getByRole('img', { name: 'Trips · by day: Thu 1 Oct 4, Fri 2 Oct 5' })).toBeInTheDocument();
    const [first] = container.querySelectorAll('.rp-slot');
    if (first) await user.hover(first);
    expect(chart).toHaveTextContent('Thu 1 Oct North3South1');
    expect(await accessibilityProblems(container)).toEqual([]);
  });

  it('can be turned off, and on again', async () => {
    const onOff = vi.fn();
    const { user, rerender, container } = renderInRemote(<ReportChart type={type} view={view} groupBy="group" before={before} isOff={false} onOff={onOff} />);
    await user.click(await screen.findByRole('button', { name: 'Off' }));
    expect(onOff).toHaveBeenLastCalledWith(true);
    rerender(<ReportChart type={type} view={view} groupBy="group" before={before} isOff onOff={onOff} />);
    expect(screen.queryByRole('img')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Off', pressed: true })).toBeVisible();
    expect(await accessibilityProblems(container)).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Chart' }));
    expect(onOff).toHaveBeenLastCalledWith(false);
  });

  it('can be read as a table', async () => {
    const { user, container } = renderInRemote(<ReportChart type={type} view={view} groupBy="group" before={undefined} {...on} />);
    await user.click(await screen.findByRole('button', { name: 'Show as table' }));
    expect(screen.getByRole('row', { name: 'Fri 2 Oct 3 2 5' })).toBeInTheDocument();
    expect(await accessibilityProblems(container)).toEqual([]);
  });

  it('has bars below each other where they are not of days', async () => {
    const lying = { ...type, chart: { kind: 'bar', x: 'vehicle', y: ['trips'] } } as unknown as ReportKind;
    const { container } = renderInRemote(<ReportChart type={lying} view={{ ...view, chart: [{ x: 'v2', y: [5] }, { x: 'v1', y: [4] }], chart_parts: [], chart_step: undefined }} groupBy="" before={before} {...on} />);
    const chart = await screen.findByRole('figure', { name: 'Trips · Vehicle' });
    expect(within(chart).getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Van 25', 'Van 14']);
    expect(chart).not.toHaveTextContent('Average before');
    expect(await accessibilityProblems(container)).toEqual([]);
  });
});

import { Format } from '@outrider/sdk';
import { describe, expect, it } from 'vitest';

import type { View } from '../api/report';
import { chartModel, ticksOf } from './chart-model';
import type { ReportKind } from './report-kind';

const british = new Format({ locale: 'en-GB', units: 'Imperial GB', zone: 'Europe/London' });
const column = (key: string, kind: string) => ({ key, kind, label: { en: key } });
const type = { columns: [column('group', 'group'), column('period', 'day'), column('distance', 'distance')], totals: [{ column: 'distance', of: 'sum' }], group_by: ['group'], chart: { kind: 'bar', x: 'period', y: ['distance'] } } as unknown as ReportKind;
const mile = 1609.344;

function view(part: Partial<View>): View {
  return {
    rows: [], total_rows: 1, more: false, totals: [5 * mile], groups: [], dropped: false, names: { group: { n: 'North', s: 'South' } }, made_at: '', took_ms: 1,
    chart: [{ x: '2026-10-31', y: [2 * mile], parts: [1.5 * mile, 0.5 * mile] }, { x: '2026-11-01', y: [0] }, { x: '2026-11-02', y: [3 * mile], parts: [mile, 2 * mile] }],
    chart_parts: ['n', 's'], chart_step: 'day', ...part,
  };
}

describe('the chart of a report', () => {
  it('is divided by the sub-totals, in the unit of the user', () => {
    const model = chartModel(type, view({}), 'group', undefined, 'Others', british);
    expect(model?.parts.map(({ label, total, color }) => [label, total, color])).toEqual([['North', 2.5, 'var(--cat-1)'], ['South', 2.5, 'var(--cat-2)']]);
    expect(model?.bars.map(({ label, name, value, parts }) => [label, name, value, parts])).toEqual([['31 Oct', 'Sat 31 Oct', 2, [1.5, 0.5]], ['1 Nov', 'Sun 1 Nov', 0, [0, 0]], ['2', 'Mon 2 Nov', 3, [1, 2]]]);
    expect(model?.unit).toBe('mi');
  });

  it('has all other sub-totals as one part, without a colour of the first ones', () => {
    const model = chartModel(type, view({ chart: [{ x: '2026-10-31', y: [3 * mile], parts: [2 * mile, mile] }], chart_parts: ['n'] }), 'group', undefined, 'Others', british);
    expect(model?.parts.map(({ label, color }) => [label, color])).toEqual([['North', 'var(--cat-1)'], ['Others', 'var(--text-3)']]);
  });

  it('says what a day of the time before came to, also where that had other days', () => {
    const totals = { total_rows: 1, totals: [60 * mile], groups: [] };
    const before = { totals, range: { start: '2026-09-01T00:00:00', end: '2026-09-30T23:59:59' } as const };
    expect(chartModel(type, view({}), '', before, 'Others', british)?.average).toBeCloseTo(2);
    const lately = { totals: { ...totals, totals: [70 * mile] }, range: { start: '2026-09-01T00:00:00', end: '2026-09-04T11:59:59' } as const };
    expect(chartModel(type, view({}), '', lately, 'Others', british)?.average).toBeCloseTo(20);
    expect(chartModel(type, view({ chart_step: 'week' }), '', before, 'Others', british)?.average).toBeCloseTo(14);
    expect(chartModel(type, view({ chart_step: undefined }), '', before, 'Others', british)?.average).toBeCloseTo(20);
    expect(chartModel(type, view({}), '', { ...before, totals: { ...totals, totals: [null] } }, 'Others', british)?.average).toBeUndefined();
  });

  it('is none of a report without one, or of nothing', () => {
    expect(chartModel(type, view({ chart: [] }), '', undefined, 'Others', british)).toBeUndefined();
    expect(chartModel({ ...type, chart: undefined } as unknown as ReportKind, view({}), '', undefined, 'Others', british)).toBeUndefined();
  });
});

describe('the axis of a chart', () => {
  it('has round steps that reach over the highest bar', () => {
    expect(ticksOf(5920)).toEqual([0, 2000, 4000, 6000]);
    expect(ticksOf(4000)).toEqual([0, 1000, 2000, 3000, 4000]);
    expect(ticksOf(0.9)).toEqual([0, 0.25, 0.5, 0.75, 1]);
    expect(ticksOf(3)).toEqual([0, 1, 2, 3]);
    expect(ticksOf(0)).toEqual([0, 1]);
  });
});

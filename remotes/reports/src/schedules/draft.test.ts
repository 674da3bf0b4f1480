import { describe, expect, it } from 'vitest';

import { untouched } from '../page/choice';
import type { ReportKind } from '../page/report-kind';
import { draftOfReport } from './draft';

const type = {
  id: 'mileage', totals: [{ column: 'distance', of: 'sum' }], columns: [{ key: 'vehicle' }, { key: 'distance' }, { key: 'note', hidden: true }],
  filters: [{ key: 'time_granularity', default: 'day' }, { key: 'filter_start_time' }],
} as unknown as ReportKind;
const choice = { ...untouched, vehicles: ['v1', 'v2'], groups: ['g1'], filters: { filter_start_time: '06:30' }, groupBy: 'group', columns: ['vehicle', 'note'], isCompared: true };

describe('the schedule of a report that is on the screen', () => {
  it('has its vehicles, groups, filters, sub-totals, columns and comparison', () => {
    expect(draftOfReport(type, choice, 'Europe/Paris')).toMatchObject({
      report_type: 'mileage', vehicle_ids: ['v1', 'v2'], group_ids: ['g1'], all_vehicles: false, filters: { time_granularity: 'day', filter_start_time: '06:30' }, group_by: 'group', columns: ['vehicle', 'note'],
      compared_with: 'previous', zone: 'Europe/Paris',
    });
  });

  it('is of all vehicles and the usual columns where nothing was chosen', () => {
    expect(draftOfReport(type, { ...choice, vehicles: [], groups: [], columns: [], isCompared: false }, 'UTC')).toMatchObject({ all_vehicles: true, vehicle_ids: [], group_ids: [], columns: [], compared_with: undefined });
  });

  it('is of groups alone where those were chosen', () => {
    expect(draftOfReport(type, { ...choice, vehicles: [] }, 'UTC')).toMatchObject({ all_vehicles: false, vehicle_ids: [], group_ids: ['g1'] });
  });

  it('runs by the time that was chosen', () => {
    const times = (shortcut: Parameters<typeof draftOfReport>[1]['shortcut']) => {
      const { frequency, period } = draftOfReport(type, { ...choice, shortcut }, 'UTC');
      return [frequency, period];
    };
    expect(times('yesterday')).toEqual(['daily', 'previous_day']);
    expect(times('thisMonth')).toEqual(['monthly', 'month_to_date']);
    expect(times('lastMonth')).toEqual(['monthly', 'month_to_date']);
    expect(times('last7Days')).toEqual(['weekly', 'last_week']);
  });
});

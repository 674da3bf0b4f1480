import type { ReportColumn, ReportKind } from './report-kind';

/**
 * Where a value of a row leads: a vehicle to the map, an alert to itself, a time of a vehicle to Tracking. `day` is set where rows are of single days. Reports of the moment of asking have no
 * times to go back to.
 */
export function linkOf(type: Pick<ReportKind, 'columns' | 'now'>, row: readonly unknown[], place: number, isDaily: boolean): string | undefined {
  const column = type.columns[place];
  const value = row[place];
  if (!column || typeof value !== 'string' || value === '') return undefined;
  if (column.kind === 'vehicle') return `/map-view?vehicle_id=${encodeURIComponent(value)}`;
  if (column.kind === 'alert') return `/notifications?alert=${encodeURIComponent(value)}`;
  const vehicle = row[type.columns.findIndex(({ kind }) => kind === 'vehicle')];
  if (type.now || typeof vehicle !== 'string' || vehicle === '') return undefined;
  const tracking = `/tracking?id=${encodeURIComponent(vehicle)}`;
  if (column.kind === 'time') return Number.isNaN(Date.parse(value)) ? undefined : `${tracking}&at=${Date.parse(value)}`;
  return column.kind === 'day' && isDaily ? `${tracking}&start=${value}T00:00:00&end=${value}T23:59:59` : undefined;
}

/** Whether a report has rows of single days: nobody chose a longer period. */
export function isDaily(columns: readonly ReportColumn[], filters: Record<string, unknown>): boolean {
  const granularity = filters['time_granularity'];
  return columns.some(({ kind }) => kind === 'day') && (granularity === undefined || granularity === '' || granularity === 'day');
}

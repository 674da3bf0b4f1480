import type { Translate } from '@outrider/sdk';

import { labelOf } from '../alert/looks';
import type { Alert } from '../api/alert';
import { searchAlerts } from '../api/alerts';

/** Rows a page, and how many pages are read at most. */
const pageSize = 500;
const mostPages = 2;
/** Types and vehicles that are shown, those with the most alerts. */
const most = 8;

/** Alerts to count, and whether there are more than were read. */
export interface Analysis {
  alerts: Alert[];
  total: number;
  isPart: boolean;
}

/** The driving alerts of a time, in milliseconds. A page that cannot be read is left out, unless it is the first. */
export async function loadAnalysis(time: { from: number; to: number }, types: readonly string[], group: string | undefined, signal: AbortSignal): Promise<Analysis> {
  const filters = [{ attribute: 'kind', value: 'driving' }, { attribute: 'alert_type', value: types }, ...(group ? [{ attribute: 'group', value: group }] : [])];
  const read = (page: number) => searchAlerts({ ...time, kind: 'analysis', filters, page, size: pageSize }, signal);
  const first = await read(1);
  const alerts = [...first.alerts];
  for (let page = 2; page <= Math.min(first.pageCount, mostPages); page++) {
    alerts.push(...(await read(page).catch(() => ({ alerts: [] }))).alerts);
  }
  return { alerts, total: first.total, isPart: alerts.length < first.total };
}

type Text = Translate<'alerts'>;

/** How many there are of each label, of each vehicle, and in each hour of the day by the clocks at the place. */
export function countsOf(t: Text, alerts: readonly Alert[]) {
  const hours = Array.from({ length: 24 }, (_, hour) => ({ id: String(hour), label: String(hour).padStart(2, '0'), value: 0 }));
  for (const { event_time_local } of alerts) {
    const hour = hours[Number(event_time_local.slice(11, 13))];
    if (hour) hour.value += 1;
  }
  return { types: counted(alerts.map((a) => labelOf(t, a))), vehicles: counted(alerts.map(({ vehicle_name }) => vehicle_name || t('row.noVehicle'))), hours };
}

function counted(names: readonly string[]) {
  const counts = new Map<string, number>();
  names.forEach((name) => counts.set(name, (counts.get(name) ?? 0) + 1));
  return [...counts]
    .map(([label, value]) => ({ id: label, label, value }))
    .sort((a, b) => b.value - a.value || a.label.localeCompare(b.label))
    .slice(0, most);
}

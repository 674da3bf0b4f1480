import { addDays, instantOf, useNow, useSharedQueries, useShellInfo, type TrackingTable } from '@outrider/sdk';
import { contributionsQuery } from '@outrider/sdk/contributions';
import { useQuery } from '@tanstack/react-query';

import { getRows } from '../tracking/api';
import { getCounts, type Count } from './get-moment';

/** How often the day of now is counted again, in milliseconds. */
const renewMs = 300_000;

/** A day of the past: from when to when (Unix milliseconds), how many vehicles drove and idled over it, and when there were alerts. */
export interface PastDay {
  fromMs: number;
  toMs: number;
  counts: readonly Count[];
  isCounting: boolean;
  /** Unix milliseconds, in order. */
  alerts: readonly number[];
}

const none: never[] = [];

/** What is known of a local day, "2026-11-21", and some vehicles. */
export function usePastDay(day: string, zone: string, vehicleIds: readonly string[]): PastDay {
  const { plugins, session } = useShellInfo();
  const shared = useSharedQueries();
  const fromMs = instantOf(`${day}T00:00:00`, zone);
  const toMs = instantOf(`${addDays(day, 1)}T00:00:00`, zone);
  const isOver = toMs < useNow(renewMs);
  const isDay = Number.isFinite(fromMs) && Number.isFinite(toMs);
  const settings = { enabled: isDay, retry: false, staleTime: isOver ? Infinity : renewMs, refetchInterval: isOver ? (false as const) : renewMs };
  const counts = useQuery({ queryKey: ['moment-counts', fromMs, toMs], queryFn: ({ signal }) => getCounts(fromMs, toMs, signal), ...settings });
  const alerts = useQuery({ queryKey: ['moment-alerts', fromMs, toMs, session.modules, vehicleIds.length], queryFn: async ({ signal }) => alertTimes((await shared.fetchQuery(contributionsQuery(plugins))).tracking_tables, vehicleIds, fromMs, toMs, zone, signal), ...settings, enabled: isDay && vehicleIds.length > 0 });
  return { fromMs, toMs, counts: counts.data ?? none, isCounting: counts.isPending && isDay, alerts: alerts.data ?? none };
}

/** When there were alerts, of every plugin whose tables beside a track have any. */
async function alertTimes(all: readonly TrackingTable[], vehicleIds: readonly string[], fromMs: number, toMs: number, zone: string, signal: AbortSignal): Promise<number[]> {
  const tables = all.filter(({ columns }) => columns.some(({ kind }) => kind === 'alert'));
  const answers = await Promise.all(
    tables.map(async ({ operation, columns }) => {
      const at = columns.findIndex(({ kind }) => kind === 'time');
      const rows = await getRows(operation, { vehicle_ids: [...vehicleIds], from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString(), zone }, signal);
      return rows.map((row) => Date.parse(String(row[at])));
    }),
  );
  return answers.flat().filter(Number.isFinite).sort((a, b) => a - b);
}

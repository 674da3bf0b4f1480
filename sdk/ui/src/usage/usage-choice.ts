import { useMemo, useState } from 'react';

import { daysOf } from '../inputs/range/shortcuts';
import type { DateTimeRange } from '../inputs/range/range-rules';
import { instantOf, localDay, useFormat } from '../units';

/** What a page about a time was asked for. */
export interface UsageChoice {
  /** By the clock of the user's zone. */
  local: DateTimeRange;
  /** Ids; none: all that the user sees. */
  vehicles: string[];
  /** By the keys of the fields; one that was not chosen is left out. */
  filters: Record<string, string>;
}

/** The same as a server takes it; the range is half open, RFC 3339. */
export interface UsageQuery {
  from: string;
  to: string;
  vehicle_ids?: string[];
  filters: Record<string, string>;
}

/** The last seven days of all vehicles, until somebody chooses otherwise. */
export function useUsageChoice() {
  const { zone } = useFormat().settings;
  const [choice, setChoice] = useState<UsageChoice>(() => {
    const { from, to } = daysOf('last7Days', localDay(Date.now(), zone));
    return { local: { start: `${from}T00:00:00`, end: `${to}T23:59:59` }, vehicles: [], filters: {} };
  });
  const query = useMemo(() => queryOf(choice, zone), [choice, zone]);
  return { choice, setChoice, query };
}

/** A range that ends with a second ends before the next one. */
export function queryOf({ local, vehicles, filters }: UsageChoice, zone: string): UsageQuery {
  const from = new Date(instantOf(local.start, zone)).toISOString();
  const to = new Date(instantOf(local.end, zone) + 1000).toISOString();
  return { from, to, filters, ...(vehicles.length > 0 ? { vehicle_ids: vehicles } : {}) };
}

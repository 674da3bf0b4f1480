import { saveUi, useUiPreferences } from '@outrider/sdk';
import * as z from '@outrider/sdk/schema';
import { useMemo } from 'react';

import type { Alert, Kind } from '../api/alert';

const groupingSchema = z.object({
  enableGrouping: z.boolean().catch(false),
  groupDistraction: z.boolean().catch(true),
  groupFatigue: z.boolean().catch(true),
  geofenceGroupBy: z.enum(['none', 'vehicle', 'geofence']).catch('none'),
});

/** Which alerts the user wants folded into one row. */
export type Grouping = z.infer<typeof groupingSchema>;

/** The user's choice; nothing is folded until they ask for it. */
export function useGrouping(): Grouping {
  const driving = useUiPreferences()['driving'] as { alertGrouping?: unknown } | undefined;
  const kept = driving?.alertGrouping;
  return useMemo(() => groupingSchema.parse(typeof kept === 'object' && kept !== null ? kept : {}), [kept]);
}

/** Keeps a part of the choice. */
export function saveGrouping(change: Partial<Grouping>): Promise<boolean> {
  return saveUi({ driving: { alertGrouping: change } });
}

/** One row of a list: an alert, and those that are folded into it. */
export interface Group {
  head: Alert;
  rest: Alert[];
}

/** Alerts this near belong together, in milliseconds. */
const togetherMs = 5 * 60_000;

/** Folds alerts of one vehicle and type (or about one thing) that follow each other within five minutes; the order stays. */
export function groupsOf(kind: Kind, alerts: readonly Alert[], grouping: Grouping): Group[] {
  const open = new Map<string, { group: Group; last: number }>();
  const groups: Group[] = [];
  for (const alert of alerts) {
    const key = keyOf(kind, alert, grouping);
    const at = Date.parse(alert.event_time_utc);
    const known = key === undefined ? undefined : open.get(key);
    if (known && Math.abs(at - known.last) <= togetherMs) {
      known.group.rest.push(alert);
      known.last = at;
      continue;
    }
    const group: Group = { head: alert, rest: [] };
    groups.push(group);
    if (key !== undefined) open.set(key, { group, last: at });
  }
  return groups;
}

/** What alerts have in common that are folded; undefined for one that stands alone. */
function keyOf(kind: Kind, { vehicle_id, alert_type, about }: Alert, grouping: Grouping): string | undefined {
  if (kind === 'geofence') {
    if (grouping.geofenceGroupBy === 'none') return undefined;
    return grouping.geofenceGroupBy === 'vehicle' ? `${vehicle_id} ${alert_type}` : about?.id && `${about.id} ${alert_type}`;
  }
  const isLeftOut = !grouping.enableGrouping || (alert_type === 'dmsdistractionalert' && !grouping.groupDistraction) || (alert_type === 'dmsfatiguealert' && !grouping.groupFatigue);
  return isLeftOut || !vehicle_id ? undefined : `${vehicle_id} ${alert_type}`;
}

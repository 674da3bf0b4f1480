import { saveUi, useUiPreferences } from '@outrider/sdk';
import * as z from '@outrider/sdk/schema';
import { useEffect, useRef } from 'react';

import { overspeedTypes } from './overspeed';
import { mostVehicles, type View } from './view';

const filtersSchema = z.object({
  event_types: z.array(z.enum(['1', '2', '3'])).catch([]),
  vehicles: z.array(z.string()).max(mostVehicles).catch([]),
  threshold: z.object({ type: z.enum(overspeedTypes), value: z.number().min(0).max(100) }).catch({ type: 'none', value: 0 }),
});

/** Keeps the filters of speeding alerts with the user, and shows them again when the page is opened without any. */
export function useKeptFilters(view: View, go: (change: Partial<View>) => void): void {
  const speeding = useUiPreferences()['speeding'] as { filters?: unknown } | undefined;
  const kept = filtersSchema.safeParse(speeding?.filters ?? {}).data;
  const chosen = { event_types: view.severities, vehicles: view.vehicles, threshold: view.over };
  const told = JSON.stringify(chosen);
  const last = useRef<string>(undefined);
  useEffect(() => {
    if (last.current === undefined) {
      const isBare = view.severities.length + view.vehicles.length === 0 && view.over.type === 'none';
      last.current = told;
      if (isBare && kept) go({ severities: kept.event_types, vehicles: kept.vehicles, over: kept.threshold });
    } else if (last.current !== told) {
      last.current = told;
      if (told !== JSON.stringify(kept)) void saveUi({ speeding: { filters: JSON.parse(told) as typeof kept } });
    }
  }, [told, kept, view, go]);
}

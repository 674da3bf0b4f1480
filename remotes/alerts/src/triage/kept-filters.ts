import { saveUi, useUiPreferences } from '@outrider/sdk';
import { useSearchParams } from '@outrider/sdk/router';
import * as z from '@outrider/sdk/schema';
import { useEffect, useRef } from 'react';

import type { Kind } from '../api/alert';
import { bandNames } from './bands';
import { overspeedTypes } from './overspeed';
import { mostVehicles, plain, type View } from './view';
import { ranges } from './range';

const texts = z.array(z.string()).max(mostVehicles).catch([]);

const filtersSchema = z.object({
  alert_type: texts,
  severity: texts,
  user_driving_quality: texts,
  unread: z.boolean().catch(false),
  days: z.number().refine((days) => (ranges as readonly number[]).includes(days)).catch(plain.days),
});

const speedingSchema = z.object({
  event_types: z.array(z.enum(['1', '2', '3'])).catch([]),
  vehicles: texts,
  bands: z.array(z.object({ name: z.enum(bandNames), type: z.enum(overspeedTypes), value: z.number().min(0).max(100), isShown: z.boolean(), vehiclesOnly: z.boolean() })).catch([]),
  threshold: z.object({ type: z.enum(overspeedTypes), value: z.number().min(0).max(100) }).catch({ type: 'none', value: 0 }),
});

/** Keeps a list's filters with the user, and shows them again when its page is opened without any in its address. */
export function useKeptFilters(kind: Kind, view: View, go: (change: Partial<View>) => void): void {
  const ui = useUiPreferences();
  const [params] = useSearchParams();
  const isBare = useRef(params.size === 0);
  const kept = keptOf(ui, kind);
  const chosen = JSON.stringify(choicesOf(kind, view));
  const last = useRef<string>(undefined);
  useEffect(() => {
    if (last.current === undefined) {
      last.current = chosen;
      if (isBare.current && kept !== chosen) go(viewOf(ui, kind));
    } else if (last.current !== chosen) {
      last.current = chosen;
      if (kept !== chosen) void saveUi(JSON.parse(chosen) as ReturnType<typeof choicesOf>);
    }
  }, [chosen, kept, kind, ui, go]);
}

/** The choices of a view as they are kept. Levels of speeding are its event types. */
function choicesOf(kind: Kind, { types, severities, ratings, unread, days, vehicles, over, bands }: View) {
  const isSpeeding = kind === 'speeding';
  const filters = { alert_type: types, severity: isSpeeding ? [] : severities, user_driving_quality: ratings, unread, days };
  return { alert_filters: { [kind]: filters }, ...(isSpeeding ? { speeding: { filters: { event_types: severities, vehicles, bands, threshold: over } } } : {}) };
}

function viewOf(ui: Record<string, unknown>, kind: Kind): Partial<View> {
  const all = ui['alert_filters'] as Record<string, unknown> | undefined;
  const { alert_type, severity, user_driving_quality, unread, days } = filtersSchema.parse(all?.[kind] ?? {});
  const view = { types: alert_type, severities: severity, ratings: user_driving_quality, unread, days };
  if (kind !== 'speeding') return view;
  const { event_types, vehicles, bands, threshold } = speedingSchema.parse((ui['speeding'] as { filters?: unknown } | undefined)?.filters ?? {});
  return { ...view, severities: event_types, vehicles, bands, over: threshold };
}

const keptOf = (ui: Record<string, unknown>, kind: Kind) => JSON.stringify(choicesOf(kind, { ...plain, ...viewOf(ui, kind) }));

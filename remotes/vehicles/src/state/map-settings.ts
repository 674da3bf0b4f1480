import { post, setShellInfo, shellInfo, toast, translate, useShellInfo } from '@outrider/sdk';
import type { GroundKind } from '@outrider/sdk/map';
import * as z from '@outrider/sdk/schema';

/** What the user chose for the map; kept in the preferences as app.outrider.ui.mapView. */
const mapSettingsSchema = z.object({
  satellite: z.boolean().catch(false),
  /** Which ground, while it is not satellite. */
  layers: z.array(z.enum(['streets', 'offline'])).catch([]),
  filterOnline: z.boolean().catch(false),
});

/** See the schema. */
export type MapSettings = z.infer<typeof mapSettingsSchema>;

interface StoredApp {
  ui?: { mapView?: unknown };
}

/** The user's settings of the map. */
export function useMapSettings(): MapSettings {
  return mapSettingsOf(useShellInfo().session.preferences.app);
}

/** Reads the settings; what is missing or broken takes its default. */
export function mapSettingsOf(app: Record<string, unknown>): MapSettings {
  return mapSettingsSchema.parse((app['outrider'] as StoredApp | undefined)?.ui?.mapView ?? {});
}

/** The ground that the settings ask for, among those that there are. */
export function groundOf({ satellite, layers }: MapSettings, offered: GroundKind[]): GroundKind {
  const wanted = satellite ? 'satellite' : (layers[0] ?? 'streets');
  return offered.includes(wanted) ? wanted : 'offline';
}

/** Shows a change at once and keeps it with the user. */
export async function saveMapSettings(change: Partial<MapSettings>): Promise<void> {
  const info = shellInfo();
  if (!info) {
    return;
  }
  const { session } = info;
  const before = session.preferences.app;
  const stored = (before['outrider'] ?? {}) as { ui?: Record<string, unknown> };
  const mapView = { ...mapSettingsOf(before), ...change };
  const app = { ...before, outrider: { version: 1, ...stored, ui: { ...stored.ui, mapView } } };
  setShellInfo({ ...info, session: { ...session, preferences: { ...session.preferences, app } } });
  try {
    await post(`/user/${encodeURIComponent(session.user.id)}/preferences`, { app: { outrider: { version: 1, ui: { mapView } } } });
  } catch (error) {
    console.error('save map settings', error);
    toast(translate('vehicles:map.notSaved'), 'error');
  }
}

import { saveUi, useUiPreferences } from '@outrider/sdk';
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

/** The user's settings of the map. */
export function useMapSettings(): MapSettings {
  return mapSettingsOf(useUiPreferences());
}

/** Reads the settings; what is missing or broken takes its default. */
export function mapSettingsOf(ui: Record<string, unknown>): MapSettings {
  return mapSettingsSchema.parse(ui['mapView'] ?? {});
}

/** The ground that the settings ask for, among those that there are. */
export function groundOf({ satellite, layers }: MapSettings, offered: GroundKind[]): GroundKind {
  const wanted = satellite ? 'satellite' : (layers[0] ?? 'streets');
  return offered.includes(wanted) ? wanted : 'offline';
}

/** Shows a change at once and keeps it with the user. */
export async function saveMapSettings(change: Partial<MapSettings>): Promise<void> {
  await saveUi({ mapView: change });
}

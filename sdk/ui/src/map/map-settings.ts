import { z } from 'zod';

import { saveUi, uiPreferences, useUiPreferences } from '../preferences';
import type { SessionInfo } from '../session';
import type { GroundKind } from './ground';

/** What the user chose for maps; kept in the preferences as `mapView`. */
const mapSettingsSchema = z.object({
  satellite: z.boolean().catch(false),
  /** The ground while it is not satellite, and the ids of contributed layers that are shown. */
  layers: z.array(z.string()).catch([]),
  filterOnline: z.boolean().catch(false),
});

/** See the schema. */
export type MapSettings = z.infer<typeof mapSettingsSchema>;

const grounds = ['streets', 'offline'] as const;

/** The user's settings of maps; they change at once in every tab. */
export function useMapSettings(): MapSettings {
  return read(useUiPreferences()['mapView']);
}

/** The same outside React. */
export function mapSettingsOf(session: Pick<SessionInfo, 'preferences'>): MapSettings {
  return read(uiPreferences(session)['mapView']);
}

/** Shows a change at once and keeps it with the user. */
export function saveMapSettings(change: Partial<MapSettings>): Promise<boolean> {
  return saveUi({ mapView: change });
}

/** The ground that the settings ask for, among those that there are. */
export function groundOf({ satellite, layers }: MapSettings, offered: readonly GroundKind[]): GroundKind {
  const wanted = satellite ? 'satellite' : (grounds.find((ground) => layers.includes(ground)) ?? 'streets');
  return offered.includes(wanted) ? wanted : 'offline';
}

/** The change that chooses a ground. */
export function withGround({ layers }: MapSettings, ground: GroundKind): Partial<MapSettings> {
  const others = layers.filter((id) => !(grounds as readonly string[]).includes(id));
  return ground === 'satellite' ? { satellite: true } : { satellite: false, layers: [ground, ...others] };
}

/** The change that shows or hides a contributed layer. */
export function withLayer({ layers }: MapSettings, id: string, isShown: boolean): Partial<MapSettings> {
  return { layers: isShown ? [...layers.filter((one) => one !== id), id] : layers.filter((one) => one !== id) };
}

function read(stored: unknown): MapSettings {
  return mapSettingsSchema.parse(stored ?? {});
}

import * as z from '@outrider/sdk/schema';

import { api } from './api';
import { areaSchema, triggersSchema, type Triggers } from './fences';

const featureSchema = z.object({
  n: z.number(),
  name: z.string(),
  colour: z.string(),
  shape: areaSchema.optional(),
  triggers: triggersSchema.optional(),
  corners: z.number(),
  simplified_m: z.number(),
  exists: z.boolean(),
  field: z.string(),
  problem: z.string(),
  reason: z.object({ code: z.string(), values: z.array(z.union([z.string(), z.number()])) }),
});

/** What a file has that can become a geofence, or why it cannot. */
export type Feature = z.infer<typeof featureSchema>;

const previewSchema = z.object({ format: z.enum(['geojson', 'kml']), features: z.array(featureSchema) });

/** The most that is read of a file, in bytes. */
export const mostBytes = 20 * 1024 * 1024;

/** What is in a file; nothing is kept. */
export function previewFile(content: string, signal: AbortSignal): Promise<z.infer<typeof previewSchema>> {
  return api.post('/org/{orgId}/geofences/import/preview', { content }, previewSchema, { signal });
}

/** What all of an import have in common. */
export interface ImportOptions {
  triggers: Triggers;
  all_vehicles: boolean;
}

/** Makes the features geofences, all or none; answers how many. */
export async function importFile(content: string, features: { n: number; name: string }[], options: ImportOptions): Promise<number> {
  const { geofence_ids: ids } = await api.post('/org/{orgId}/geofences/import', { content, features, ...options }, z.object({ geofence_ids: z.array(z.string()) }));
  return ids.length;
}

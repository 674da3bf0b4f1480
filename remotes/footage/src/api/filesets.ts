import { currentFormat } from '@outrider/sdk';
import * as z from '@outrider/sdk/schema';

import { defaultName, wallClock } from '../clip/rules';
import { api } from './api';

const list = <T extends z.ZodType>(of: T) => z.array(of).nullish().transform((v) => v ?? []);

const fileSchema = z.object({
  file_request_id: z.string(),
  file_type: z.string(),
  channel: z.number(),
  status: z.string(),
  progress: z.number(),
  reason: z.string().optional(),
  withdrawn: z.boolean().default(false),
  size: z.number(),
  timestamp: z.string().catch(''),
  seconds: z.number().catch(0),
});

const writtenSchema = z.object({
  fileset_request_id: z.string(),
  alert_id: z.string().default(''),
  description: z.string().catch(''),
  vehicle_id: z.string(),
  vehicle_name: z.string(),
  device_id: z.string(),
  requested_by: z.string().catch(''),
  requested_name: z.string(),
  requested_at: z.string(),
  status: z.string(),
  progress: z.number(),
  size: z.number().catch(0),
  channels: list(z.number()),
  types: list(z.string()),
  thumbnail: z.string().default(''),
  zone: z.string().catch(''),
  timestamp: z.string().catch(''),
  seconds: z.number().catch(0),
  file_requests: list(fileSchema),
  shared_with: list(z.string()),
});

/** Evidence that was fetched by itself has no description: it is called as a request of its vehicle and time would be. */
const filesetSchema = writtenSchema.transform((one) => ({ ...one, description: one.description.trim() || usualName(one) }));

function usualName({ vehicle_name, timestamp, requested_at, zone }: z.infer<typeof writtenSchema>): string {
  const at = [timestamp, requested_at].map((time) => new Date(time)).find((time) => !Number.isNaN(time.getTime()));
  if (!at) {
    return vehicle_name;
  }
  const { date, second } = wallClock(at, zone || currentFormat().settings.zone);
  return defaultName(vehicle_name, date, second);
}

/** Files that belong together, and how far each is. */
export type Fileset = z.infer<typeof filesetSchema>;

/** One page of filesets as the API writes it. */
export const pageSchema = z.object({ filesets: list(filesetSchema), page_count: z.number().catch(1), total_records: z.number().catch(0) });

const partsOf = ({ vehicle_id: vehicleId, device_id: deviceId, fileset_request_id: requestId }: Pick<Fileset, 'vehicle_id' | 'device_id' | 'fileset_request_id'>) => ({ vehicleId, deviceId, requestId });

/** One fileset, with what is known of each of its files. */
export function getFileset(of: Pick<Fileset, 'vehicle_id' | 'device_id' | 'fileset_request_id'>, signal?: AbortSignal): Promise<Fileset> {
  return api.get('/org/{orgId}/vehicles/{vehicleId}/devices/{deviceId}/cloud/filesets/requests/{requestId}', filesetSchema, { parts: partsOf(of), ...(signal ? { signal } : {}) });
}

/** How far filesets are that are known by id alone; those that the user does not see any more are left out. */
export async function getFilesetsById(ids: readonly string[]): Promise<Fileset[]> {
  const { filesets } = await api.get('/org/{orgId}/files/requests', pageSchema, { query: { page_size: 500, locations: false } });
  return filesets.filter(({ fileset_request_id }) => ids.includes(fileset_request_id));
}

/** Ends what is under way; what is there stays. */
export function cancelFileset(id: string): Promise<void> {
  return api.post('/org/{orgId}/files/requests/{requestId}/cancel', undefined, undefined, { parts: { requestId: id } });
}

/** Cancels what is under way and deletes what is there. */
export function deleteFileset(fileset: Fileset): Promise<void> {
  return api.del('/org/{orgId}/vehicles/{vehicleId}/devices/{deviceId}/cloud/filesets/requests/{requestId}/delete', { parts: partsOf(fileset) });
}

/** Shows a fileset to another user, or no longer. */
export async function shareFileset(id: string, userId: string, shared: boolean): Promise<void> {
  const parts = { id, userId };
  await (shared ? api.put('/org/{orgId}/users/cloud/filesets/{id}/share/user/{userId}', undefined, undefined, { parts }) : api.del('/org/{orgId}/users/cloud/filesets/{id}/unshare/user/{userId}', { parts }));
}

const progressSchema = z.object({
  fileset_request_id: z.string(),
  status: z.string(),
  progress: z.number(),
  file_requests: list(z.object({ file_request_id: z.string(), status: z.string(), progress: z.number() })),
});

/** What is pushed of a fileset. */
export type FilesetNews = z.infer<typeof progressSchema>;

/** The news among what was pushed. */
export function readNews(values: readonly unknown[]): FilesetNews[] {
  return values.flatMap((one) => {
    const parsed = progressSchema.safeParse(one);
    return parsed.success ? [parsed.data] : [];
  });
}

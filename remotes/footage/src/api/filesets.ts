import { del, get, post } from '@outrider/sdk';
import * as z from '@outrider/sdk/schema';

const fileSchema = z.object({
  file_request_id: z.string(),
  file_type: z.string(),
  channel: z.number(),
  status: z.string(),
  progress: z.number(),
  reason: z.string().optional(),
  size: z.number(),
});

const filesetSchema = z.object({
  fileset_request_id: z.string(),
  description: z.string(),
  vehicle_id: z.string(),
  vehicle_name: z.string(),
  device_id: z.string(),
  requested_name: z.string(),
  requested_at: z.string(),
  status: z.string(),
  progress: z.number(),
  file_requests: z.array(fileSchema),
});

/** Files that belong together, and how far each is. */
export type Fileset = z.infer<typeof filesetSchema>;

/** What is pushed of a fileset. */
export const newsSchema = z.object({
  fileset_request_id: z.string(),
  status: z.string(),
  progress: z.number(),
  file_requests: z.array(z.object({ file_request_id: z.string(), status: z.string(), progress: z.number() })),
});

const listSchema = z.object({ filesets: z.array(filesetSchema) });
const linksSchema = z.object({ files: z.array(z.object({ file: z.string(), location: z.string() })) });
const intervalsSchema = z.object({ intervals: z.array(z.array(z.number())) });
const createdSchema = z.object({ fileset_request_id: z.string().catch('') });

const pathOf = (vehicleId: string, deviceId: string) => `/org/{orgId}/vehicles/${encodeURIComponent(vehicleId)}/devices/${encodeURIComponent(deviceId)}/cloud/filesets/requests`;

/** The filesets that the user sees, the newest first. */
export async function getFilesets(signal: AbortSignal): Promise<Fileset[]> {
  return (await get('/org/{orgId}/files/requests', listSchema, { signal })).filesets;
}

/** Cancels what is under way and deletes what is there. */
export async function deleteFileset({ vehicle_id, device_id, fileset_request_id }: Fileset): Promise<void> {
  await del(`${pathOf(vehicle_id, device_id)}/${encodeURIComponent(fileset_request_id)}`);
}

/** Links to the files that are there. */
export async function getDownloads(filesetId: string): Promise<{ file: string; location: string }[]> {
  return (await get(`/org/{orgId}/files/requests/${encodeURIComponent(filesetId)}/download`, linksSchema)).files;
}

/** A stretch of recordings: channel, start and end in seconds of the day. */
export interface Interval {
  channel: number;
  start: number;
  end: number;
  /** Without one the end is taken to be 300 s after the start. */
  hasEnd: boolean;
}

/** How long a recording is taken to be whose end is not known, in seconds. */
const unknownSeconds = 300;

/** What a device has of a day, `YYYY-MM-DD`. */
export async function getIntervals(deviceId: string, date: string, signal: AbortSignal): Promise<Interval[]> {
  const { intervals } = await post(`/org/{orgId}/devices/id/${encodeURIComponent(deviceId)}/recordingtimes`, { type: 'video', date }, intervalsSchema, { signal });
  return intervals.map(([channel = 0, start = 0, end = 0]) => ({ channel, start, end: end === 0 ? start + unknownSeconds : end, hasEnd: end !== 0 }));
}

/** One clip of one channel that is wanted. */
export interface ClipWish {
  channel: number;
  /** `YYYY-MM-DDTHH:mm:ss` by the vehicle's clock. */
  startTime: string;
  seconds: number;
}

/** Asks for clips; returns the request's id, empty if the server gave none. */
export async function requestClips(vehicleId: string, deviceId: string, description: string, clips: readonly ClipWish[]): Promise<string> {
  const file_requests = clips.map(({ channel, startTime, seconds }) => ({ file_type: 'video', start_time: startTime, duration: String(seconds), channel: String(channel) }));
  return (await post(pathOf(vehicleId, deviceId), { description, file_requests }, createdSchema)).fileset_request_id;
}

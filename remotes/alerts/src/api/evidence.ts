import { ApiError, get } from '@outrider/sdk';
import * as z from '@outrider/sdk/schema';

const fileSchema = z.object({
  file_request_id: z.string(),
  file_type: z.string(),
  channel: z.number().catch(0),
  status: z.string(),
  progress: z.number().catch(0),
  reason: z.string().catch(''),
  timestamp: z.string().catch(''),
  seconds: z.number().catch(0),
  start_ms: z.number().nullish().catch(undefined),
  duration_ms: z.number().nullish().catch(undefined),
});

const filesetSchema = z.object({
  fileset_request_id: z.string(),
  status: z.string(),
  progress: z.number().catch(0),
  file_requests: z.array(fileSchema).catch([]),
});

/** What a file shows. */
export type FileKind = 'video' | 'pictures' | 'tracking' | 'imu';

/** One file of an alert's evidence. */
export interface EvidenceFile {
  id: string;
  kind: FileKind;
  /** 1 to 8 of video and pictures, else 0. */
  channel: number;
  /** It is on the way, there, or cannot be had. */
  state: 'pending' | 'ready' | 'failed';
  /** Percent. */
  progress: number;
  /** Why it cannot be had. */
  reason: string;
  /** UTC milliseconds. */
  startMs: number;
  durationMs: number;
}

/** The files of an alert, as far as they are. */
export interface EvidenceFiles {
  /** Percent of all of them. */
  progress: number;
  files: EvidenceFile[];
}

const kinds: Record<string, FileKind> = {
  video: 'video', alert_video: 'video', alert_snaps: 'pictures', tracking: 'tracking', alert_tracking: 'tracking', accelerometer: 'imu', alert_imu: 'imu',
};

/** Whose files they are. */
export interface FilesetAddress {
  vehicleId: string;
  deviceId: string;
  filesetId: string;
}

/** The files of a fileset, and how far each is. */
export async function getFiles({ vehicleId, deviceId, filesetId }: FilesetAddress, signal?: AbortSignal): Promise<EvidenceFiles> {
  const path = `/org/{orgId}/vehicles/${encodeURIComponent(vehicleId)}/devices/${encodeURIComponent(deviceId)}/cloud/filesets/requests/${encodeURIComponent(filesetId)}`;
  const { progress, file_requests } = await get(path, filesetSchema, signal ? { signal } : {});
  return { progress, files: file_requests.flatMap(fileOf) };
}

function fileOf({ file_request_id, file_type, channel, status, progress, reason, timestamp, seconds, start_ms, duration_ms }: z.infer<typeof fileSchema>): EvidenceFile[] {
  const kind = kinds[file_type];
  if (!kind) {
    return []; // of a newer version
  }
  const state = status === 'success' ? 'ready' : status === 'canceled' ? 'failed' : 'pending';
  return [{ id: file_request_id, kind, channel, state, progress, reason, startMs: start_ms ?? (Date.parse(timestamp) || 0), durationMs: duration_ms ?? seconds * 1000 }];
}

const linksSchema = z.object({
  files: z.array(z.object({ file_request_id: z.string(), preview: z.string().optional(), location: z.string().optional() })),
});

/** Where the files lie that are there, by their ids; good for ten minutes. */
export async function getLinks(filesetId: string, signal?: AbortSignal): Promise<Map<string, string>> {
  const read = (what: string) => get(`/org/{orgId}/files/requests/${encodeURIComponent(filesetId)}/${what}`, linksSchema, signal ? { signal } : {});
  const { files } = await read('preview').catch((error: unknown) => {
    if (error instanceof ApiError && error.kind === 'not_found') return read('download');
    throw error;
  });
  return new Map(files.map(({ file_request_id, preview, location }) => [file_request_id, preview ?? location ?? '']));
}

/** The bytes of a file behind a link; an ApiError when they cannot be had. */
export async function getBytes(link: string, signal?: AbortSignal): Promise<ArrayBuffer> {
  const response = await fetch(link, signal ? { signal } : {});
  if (!response.ok) {
    throw new ApiError({ kind: response.status === 404 ? 'not_found' : 'unavailable', status: response.status, title: 'Could not load data.' });
  }
  return response.arrayBuffer();
}

import { ApiError } from '@outrider/sdk';
import * as z from '@outrider/sdk/schema';

import { api } from './api';
import type { FileChanged } from './eventdata';

/** What the event of a file says is passed on whole, and where the file is. */
const fileSchema = z.object({
  file_request_id: z.string(),
  file_type: z.string(),
  channel: z.number().catch(0),
  status: z.string(),
  progress: z.number().catch(0),
  reason: z.string().catch(''),
  start_ms: z.number().catch(0),
  duration_ms: z.number().catch(0),
  location: z.string().nullish().catch(undefined),
} satisfies Record<keyof FileChanged | 'location', z.ZodType>);

const evidenceSchema = z.object({ progress: z.number().catch(0), files: z.array(fileSchema).nullish().transform((v) => v ?? []) });

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
  /** Where it is, with byte ranges; empty until it is there. */
  link: string;
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

/** The files of an alert: how far each is, and where those are that are there. */
export async function getEvidence(alertId: string, signal?: AbortSignal): Promise<EvidenceFiles> {
  const { progress, files } = await api.get('/org/{orgId}/alerts/{id}/evidence', evidenceSchema, { parts: { id: alertId }, ...(signal ? { signal } : {}) });
  return { progress, files: files.flatMap(fileOf) };
}

function fileOf({ file_request_id: id, file_type, channel, status, progress, reason, start_ms, duration_ms, location }: z.infer<typeof fileSchema>): EvidenceFile[] {
  const kind = kinds[file_type];
  if (!kind) {
    return []; // of a newer version
  }
  const state = status === 'success' ? 'ready' : status === 'canceled' ? 'failed' : 'pending';
  return [{ id, kind, channel, state, progress, reason, startMs: start_ms, durationMs: duration_ms, link: state === 'ready' && location ? keptLink(id, location) : '' }];
}

/** A little less than links live, in milliseconds. */
const linkLifeMs = 8 * 60_000;
const kept = new Map<string, { link: string; until: number }>();

/** The link that a file was given first, while it lives: a player whose file changes its address begins anew. */
function keptLink(id: string, link: string, now = Date.now()): string {
  for (const [old, { until }] of kept) {
    if (until < now) kept.delete(old);
  }
  const known = kept.get(id) ?? { link, until: now + linkLifeMs };
  kept.set(id, known);
  return known.link;
}

/** The bytes of a file behind a link; an ApiError when they cannot be had. */
export async function getBytes(link: string, signal?: AbortSignal): Promise<ArrayBuffer> {
  const response = await fetch(link, signal ? { signal } : {});
  if (!response.ok) {
    throw new ApiError({ kind: response.status === 404 ? 'not_found' : 'unavailable', status: response.status, title: 'Could not load data.' });
  }
  return response.arrayBuffer();
}

const contentsSchema = z.object({
  name: z.string(),
  size: z.number().catch(0),
  files: z.array(z.unknown()).nullish().transform((v) => v?.length ?? 0).or(z.number()),
  skipped: z.array(z.object({ name: z.string(), reason: z.string().catch('') })).nullish().transform((v) => v ?? []),
});

/** What the zip of an alert's media will hold. */
export type MediaContents = z.infer<typeof contentsSchema>;

/** Says what a download of an alert's media holds, and what it lacks. */
export function getContents(alertId: string, signal?: AbortSignal): Promise<MediaContents> {
  return api.get('/org/{orgId}/alerts/{id}/media/contents', contentsSchema, { parts: { id: alertId }, ...(signal ? { signal } : {}) });
}

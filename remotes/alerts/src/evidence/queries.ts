import { readImuFile, readPictureZip, readTrackingFile } from '@outrider/sdk/device-files';
import { queryOptions, type QueryClient } from '@tanstack/react-query';

import type { Alert } from '../api/alert';
import { readAlert } from '../api/alerts';
import { getBytes, getEvidence, type EvidenceFile, type FileKind } from '../api/evidence';

/** What begins the key of everything that is read of evidence. */
export const evidenceKey = ['evidence'] as const;

const never = Number.POSITIVE_INFINITY;

/** The alert as it is answered by its id: with the settings of its uploads, and the shape of its geofence. */
export function wholeQuery({ alert_id }: Alert) {
  return queryOptions({ queryKey: [...evidenceKey, 'whole', alert_id], queryFn: ({ signal }) => readAlert(alert_id, signal), staleTime: 30_000, retry: false });
}

/** The files of an alert. */
export function filesQuery({ alert_id, fileset_request_id }: Alert) {
  return queryOptions({
    queryKey: [...evidenceKey, 'files', alert_id],
    queryFn: ({ signal }) => getEvidence(alert_id, signal),
    enabled: fileset_request_id !== '',
    staleTime: 30_000,
    retry: false,
  });
}

/** The route of a tracking file; its link may change while it is the same file. */
export function trackingQuery(id: string, link: string) {
  return queryOptions({ queryKey: [...evidenceKey, 'tracking', id], queryFn: async ({ signal }) => readTrackingFile(await getBytes(link, signal)), enabled: link !== '', staleTime: never, retry: false });
}

/** The readings of an IMU file. */
export function imuQuery(id: string, link: string) {
  return queryOptions({ queryKey: [...evidenceKey, 'imu', id], queryFn: async ({ signal }) => readImuFile(await getBytes(link, signal)), enabled: link !== '', staleTime: never, retry: false });
}

/** The pictures of a zip of snapshots. */
export function picturesQuery(id: string, link: string) {
  return queryOptions({ queryKey: [...evidenceKey, 'pictures', id], queryFn: async ({ signal }) => readPictureZip(await getBytes(link, signal)), enabled: link !== '', staleTime: never, retry: false });
}

/** The files of one kind, by channel. */
export function filesOf(files: readonly EvidenceFile[], kind: FileKind): EvidenceFile[] {
  return files.filter((file) => file.kind === kind).sort((a, b) => a.channel - b.channel);
}

/** How much of a video is fetched ahead; clips of alerts are smaller. */
const mostAhead = 12 * 1024 * 1024;

/** Fetches what the next alert will show, so that it is there at once: its files, its charts and the first page of its videos. */
export async function prefetchEvidence(client: QueryClient, alert: Alert, signal: AbortSignal): Promise<void> {
  if (!alert.fileset_request_id) {
    return;
  }
  const { files } = await client.fetchQuery(filesQuery(alert));
  const ready = files.filter(({ link }) => link !== '' && !signal.aborted);
  await Promise.all([
    ...filesOf(ready, 'tracking').slice(0, 1).map((file) => client.prefetchQuery(trackingQuery(file.id, file.link))),
    ...filesOf(ready, 'imu').slice(0, 1).map((file) => client.prefetchQuery(imuQuery(file.id, file.link))),
  ]);
  for (const file of filesOf(ready, 'video').slice(0, 4)) {
    await warm(file.link, signal);
  }
}

/** Puts a file into the browser's cache. */
async function warm(link: string, signal: AbortSignal): Promise<void> {
  if (new URL(link, location.href).origin !== location.origin) {
    return; // another origin's bytes are asked for by the player alone
  }
  const response = await fetch(link, { signal, priority: 'low' });
  const isSmall = Number(response.headers.get('Content-Length') ?? 0) <= mostAhead;
  await (response.ok && isSmall ? response.arrayBuffer() : response.body?.cancel());
}

import { readImuFile, readPictureZip, readTrackingFile } from '@outrider/sdk/device-files';
import { queryOptions, type QueryClient } from '@tanstack/react-query';

import type { Alert } from '../api/alert';
import { getBytes, getFiles, getLinks, type EvidenceFile, type FileKind } from '../api/evidence';

/** What begins the key of everything that is read of evidence. */
export const evidenceKey = ['evidence'] as const;

/** A little less than links live, in milliseconds. */
const linkLifeMs = 8 * 60_000;
const never = Number.POSITIVE_INFINITY;

/** The files of an alert. */
export function filesQuery({ vehicle_id, device_id, fileset_request_id }: Alert) {
  return queryOptions({
    queryKey: [...evidenceKey, 'files', fileset_request_id],
    queryFn: ({ signal }) => getFiles({ vehicleId: vehicle_id, deviceId: device_id, filesetId: fileset_request_id }, signal),
    enabled: fileset_request_id !== '' && vehicle_id !== '' && device_id !== '',
    staleTime: 30_000,
    retry: false,
  });
}

/** The links to the files of an alert that are there. */
export function linksQuery({ fileset_request_id }: Alert) {
  return queryOptions({
    queryKey: [...evidenceKey, 'links', fileset_request_id],
    queryFn: ({ signal }) => getLinks(fileset_request_id, signal),
    enabled: fileset_request_id !== '',
    staleTime: linkLifeMs,
    gcTime: linkLifeMs,
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
  if (!alert.fileset_request_id || !alert.vehicle_id) {
    return;
  }
  const [files, links] = await Promise.all([client.fetchQuery(filesQuery(alert)), client.fetchQuery(linksQuery(alert))]);
  const linkOf = ({ id }: EvidenceFile) => links.get(id) ?? '';
  const ready = files.files.filter((file) => file.state === 'ready' && linkOf(file) !== '' && !signal.aborted);
  await Promise.all([
    ...filesOf(ready, 'tracking').slice(0, 1).map((file) => client.prefetchQuery(trackingQuery(file.id, linkOf(file)))),
    ...filesOf(ready, 'imu').slice(0, 1).map((file) => client.prefetchQuery(imuQuery(file.id, linkOf(file)))),
  ]);
  for (const file of filesOf(ready, 'video').slice(0, 4)) {
    await warm(linkOf(file), signal);
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

import { ApiError, currentFormat, saveBlob, snackbar, toast, translate } from '@outrider/sdk';
import { startTask } from '@outrider/sdk/tasks';
import type { QueryClient } from '@tanstack/react-query';

import type { Alert } from '../api/alert';
import { getContents } from '../api/evidence';
import { filesQuery } from '../evidence/queries';
import { fetchStreamed } from './stream';

/** What can be downloaded of an alert: its media, or the signed package that proves them. */
export type DownloadKind = 'media' | 'package';

/** Downloads an alert's media or its evidence package as a zip, with progress; what is missing in it is said. */
export async function downloadMedia(client: QueryClient, alert: Alert, kind: DownloadKind): Promise<void> {
  const listed = alert.fileset_request_id ? await client.fetchQuery(filesQuery(alert)).catch(() => undefined) : { files: [] };
  if (listed && !listed.files.some(({ state }) => state === 'ready')) {
    toast(translate(`alerts:download.${listed.files.length === 0 ? 'none' : 'noneFound'}`), 'error');
    return;
  }
  startTask({
    title: translate(`alerts:download.${kind}Of`, { vehicle: alert.vehicle_name }),
    run: (report, signal) => download(alert, kind, report, signal),
    action: ({ bytes, fileName }) => ({ label: translate('alerts:export.again'), run: () => saveBlob(bytes, fileName) }),
  });
}

async function download(alert: Alert, kind: DownloadKind, report: (progress: number | undefined, note?: string) => void, signal: AbortSignal): Promise<{ bytes: Blob; fileName: string }> {
  try {
    const { name, size, skipped } = await getContents(alert.alert_id, signal);
    const path = `/org/{orgId}/alerts/${encodeURIComponent(alert.alert_id)}/${kind}`;
    const { bytes, fileName } = await fetchStreamed(path, (count, of) => report(shareOf(count, of || size), megabytes(count)), signal);
    const saved = { bytes, fileName: fileName || `${name.replace(/\.zip$/, '')}.zip` };
    saveBlob(saved.bytes, saved.fileName);
    if (skipped.length > 0) snackbar(translate('alerts:download.missing', { files: skipped.map((one) => one.name).join(', ') }));
    return saved;
  } catch (error) {
    throw signal.aborted ? error : said(error);
  }
}

/** The sentence for a failure. */
function said(error: unknown): ApiError {
  const key = error instanceof ApiError && error.kind === 'not_found' ? 'download.noneFound' : 'download.failed';
  return new ApiError({ kind: 'unavailable', status: error instanceof ApiError ? error.status : 0, title: translate(`alerts:${key}`), cause: error });
}

function shareOf(count: number, all: number): number | undefined {
  return all > 0 ? Math.min(1, count / all) : undefined;
}

function megabytes(bytes: number): string {
  return new Intl.NumberFormat(currentFormat().settings.locale, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 }).format(bytes / 1e6);
}

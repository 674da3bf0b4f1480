import { ApiError, currentFormat, snackbar, toast, translate } from '@outrider/sdk';
import { zipNames } from '@outrider/sdk/device-files';
import { startTask } from '@outrider/sdk/tasks';
import type { QueryClient } from '@tanstack/react-query';

import type { Alert } from '../api/alert';
import { filesQuery } from '../evidence/queries';
import { missingIn } from './missing';
import { saveBlob } from './save-blob';
import { fetchStreamed } from './stream';

/** What can be downloaded of an alert: its media, or the signed package that proves them. */
export type DownloadKind = 'media' | 'package';

/** Downloads an alert's media or its evidence package as a zip, with progress; what is missing in it is said. */
export async function downloadMedia(client: QueryClient, alert: Alert, kind: DownloadKind): Promise<void> {
  const listed = await client.fetchQuery(filesQuery(alert)).catch(() => undefined);
  if (!alert.fileset_request_id || (listed && listed.files.length === 0)) {
    toast(translate('alerts:download.none'), 'error');
    return;
  }
  if (listed && !listed.files.some(({ state }) => state === 'ready')) {
    toast(translate('alerts:download.noneFound'), 'error');
    return;
  }
  startTask({
    title: translate(`alerts:download.${kind}Of`, { vehicle: alert.vehicle_name }),
    run: async (report, signal) => {
      try {
        const path = `/org/{orgId}/alerts/${encodeURIComponent(alert.alert_id)}/${kind}`;
        const { bytes, fileName } = await fetchStreamed(path, (count) => report(undefined, megabytes(count)), signal);
        const names = zipNames(await bytes.arrayBuffer());
        saveBlob(bytes, fileName || nameOf(alert, kind));
        const missing = kind === 'media' ? missingIn(names, listed?.files ?? []) : [];
        if (missing.length > 0) snackbar(translate('alerts:download.missing', { files: missing.join(', ') }));
        return { bytes, fileName: fileName || nameOf(alert, kind) };
      } catch (error) {
        throw said(error, signal);
      }
    },
    action: ({ bytes, fileName }) => ({ label: translate('alerts:export.again'), run: () => saveBlob(bytes, fileName) }),
  });
}

/** The sentence for a failure. */
function said(error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) {
    return error;
  }
  const key = error instanceof ApiError && error.kind === 'not_found' ? 'download.noneFound' : 'download.failed';
  return new ApiError({ kind: 'unavailable', status: error instanceof ApiError ? error.status : 0, title: translate(`alerts:${key}`), cause: error });
}

function megabytes(bytes: number): string {
  return `${currentFormat().number(bytes / 1e6, 1)} MB`;
}

/** `HGV-017_2026_11_21__14_32_07.zip`: vehicle and event time by the clocks at the place. */
export function nameOf({ vehicle_name, event_time_local }: Pick<Alert, 'vehicle_name' | 'event_time_local'>, kind: DownloadKind): string {
  const time = event_time_local.slice(0, 19).replace('T', '__').replace(/[-:]/g, '_');
  const name = `${vehicle_name}_${time}`.replace(/[^\p{L}\p{N}._-]+/gu, '_');
  return `${name}${kind === 'package' ? '_evidence' : ''}.zip`;
}

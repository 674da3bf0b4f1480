import { get, hasPermission } from '@outrider/sdk';
import * as z from '@outrider/sdk/schema';

import { getFileset, getFilesetsById, pageSchema, type Fileset } from '../api/filesets';
import { getPreview, type ShownFile } from '../api/media';
import { readDeviceFile, readSnapshots } from './read-file';
import type { PlaybackSource } from './source';

const ownSchema = z.object({ filesets: pageSchema.shape.filesets.optional() });

/** A fileset that is known by its id alone; by one of its files where the list does not reach that far. */
export async function findFileset(id: string, files: readonly ShownFile[]): Promise<Fileset | undefined> {
  const [newest] = await getFilesetsById([id]);
  const file = files[0]?.file_request_id;
  if (newest || file === undefined) {
    return newest;
  }
  const { filesets = [] } = await get('/org/{orgId}/users/cloud/filesets/requests', ownSchema, { query: { file_request_id: file } });
  return filesets.find(({ fileset_request_id }) => fileset_request_id === id);
}

/** Everything of a fileset that is there, read and ready to play. A file that cannot be read is a problem, not the end of the others. */
export async function loadFileset(id: string, known: Fileset | undefined, signal: AbortSignal): Promise<PlaybackSource & { fileset: Fileset | undefined }> {
  const files = await getPreview(id, signal);
  const fileset = known ? await getFileset(known, signal).catch(() => known) : await findFileset(id, files); // the list may be older than the files
  const source: PlaybackSource = { channels: [], snapshots: [], problems: [], ...(fileset?.zone ? { zone: fileset.zone } : {}) };
  for (const file of files) {
    const wanted = fileset?.file_requests.find(({ file_request_id }) => file_request_id === file.file_request_id);
    try {
      await addFile(source, file, { startMs: Date.parse(wanted?.timestamp ?? fileset?.timestamp ?? '') || 0, durationMs: (wanted?.seconds ?? 0) * 1000 }, signal);
    } catch (error) {
      if (signal.aborted) throw error;
      source.problems.push({ file: file.file, text: error instanceof Error ? error.message : String(error) });
    }
  }
  source.channels.sort((a, b) => a.channel - b.channel);
  return { ...source, fileset };
}

/** Whether the user may save files. */
const mayDownload = () => hasPermission('exportFileset') || hasPermission('exportVideo');

async function addFile(source: PlaybackSource, file: ShownFile, recorded: { startMs: number; durationMs: number }, signal: AbortSignal): Promise<void> {
  if (file.file_type.endsWith('video')) {
    source.channels.push({ channel: file.channel, label: `CH${file.channel}`, url: file.preview, ...recorded, ...(mayDownload() ? { saveAs: file.file } : {}) });
    return;
  }
  const response = await fetch(file.preview, { signal });
  if (!response.ok) {
    throw new Error(`${response.status}`);
  }
  const data = await response.arrayBuffer();
  if (file.file_type === 'alert_snaps') {
    source.snapshots.push(...readSnapshots(data));
    return;
  }
  const read = readDeviceFile(data);
  if (read.kind === 'tracking') source.tracking = read.samples;
  else source.imu = read.samples;
}

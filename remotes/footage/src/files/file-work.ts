import { ApiError, confirm, snackbar, toast, textsOf, type TextKey } from '@outrider/sdk';
import { chosenRows, type RowPatches, type TableSelection } from '@outrider/sdk/table';

import { cancelFileset, deleteFileset, type Fileset } from '../api/filesets';
import { listFilesets, type Whose } from '../api/list-filesets';
import { getDownloads, makeZip, mostInZip, saveLink } from '../api/media';
import { forget } from '../finished/kept';

const t = textsOf('footage');
const say = (error: unknown, otherwise: TextKey<'footage'>) => toast(error instanceof ApiError ? error.message : t(otherwise), 'error');

/** The filesets that a selection means, on whatever page they are. */
export function chosenFilesets(whose: Whose, selection: TableSelection<Fileset>): Promise<Fileset[]> {
  return chosenRows(selection, ({ fileset_request_id }) => fileset_request_id, (query) => listFilesets(whose, query));
}

/** Saves filesets as one zip; those of which nothing is there are left out. */
export async function downloadZip(filesets: readonly Fileset[]): Promise<void> {
  const there = filesets.filter(({ size, status }) => size > 0 || status === 'success').map(({ fileset_request_id }) => fileset_request_id);
  if (there.length === 0) {
    toast(t('files.nothingToDownload'), 'error');
    return;
  }
  try {
    for (let i = 0; i < there.length; i += mostInZip) {
      const { location, file, skipped } = await makeZip(there.slice(i, i + mostInZip));
      saveLink(location, file);
      if (skipped.length > 0) snackbar(t('files.skipped', { count: skipped.length }));
    }
  } catch (error) {
    say(error, 'files.notDownloaded');
  }
}

/** Saves one fileset: its file as it is, several as one zip. */
export async function downloadOne(fileset: Fileset): Promise<void> {
  const there = fileset.file_requests.filter(({ status }) => status === 'success');
  if (there.length !== 1) {
    await downloadZip([fileset]);
    return;
  }
  try {
    const [only] = await getDownloads(fileset.fileset_request_id);
    if (only) {
      saveLink(only.location, only.file);
    } else {
      toast(t('files.nothingToDownload'), 'error');
    }
  } catch (error) {
    say(error, 'files.notDownloaded');
  }
}

/** Ends what is under way of a fileset; its row says so at once, and goes back when it is refused. */
export async function cancelOne({ fileset_request_id: id, status }: Fileset, patches: RowPatches<Fileset>, after: () => void): Promise<void> {
  patches.patch(id, { status: 'canceled' });
  try {
    await cancelFileset(id);
  } catch (error) {
    patches.patch(id, { status });
    say(error, 'files.notCanceled');
  }
  after();
}

/** Asks, then deletes filesets, what is under way and what is there. */
export async function deleteFilesets(filesets: readonly Fileset[], after: () => void): Promise<void> {
  const [only] = filesets;
  if (!only) {
    return;
  }
  const title = filesets.length === 1 ? t('files.deleteTitle', { name: only.description }) : t('files.deleteMany', { count: filesets.length });
  if (!(await confirm({ title, text: t('files.deleteText'), confirm: t('files.delete'), tone: 'danger' }))) {
    return;
  }
  const results = await Promise.allSettled(filesets.map((fileset) => deleteFileset(fileset).then(() => forget(fileset.fileset_request_id))));
  const failed = results.find((one) => one.status === 'rejected');
  if (failed) {
    say(failed.reason, 'files.notDeleted');
  } else {
    toast(t('files.deleted', { count: filesets.length }));
  }
  after();
}

import { Denied, openPath, Segment, usePermission, useText } from '@outrider/sdk';
import { BrowserRouter, useSearchParams } from '@outrider/sdk/router';
import { DataTable, type BulkAction, type RowAction, type RowPatches } from '@outrider/sdk/table';
import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react';

import type { Fileset } from '../api/filesets';
import type { Whose } from '../api/list-filesets';
import { onKept, seeFinished } from '../finished/kept';
import { useFileColumns } from './columns';
import { cancelOne, chosenFilesets, deleteFilesets, downloadOne, downloadZip } from './file-work';
import { ShareDialog } from './share-dialog';
import { StorageMeter } from './storage-meter';
import { filesTables, useLiveFilesets } from './use-live-filesets';

import './files.css';

const PreviewDialog = lazy(() => import('./preview-dialog').then((module) => ({ default: module.PreviewDialog })));

/** What was fetched from devices, and what is on its way. */
export function FilesScreen() {
  if (!usePermission('listFilesets')) {
    return <Denied />;
  }
  return (
    <BrowserRouter>
      <AllowedFilesScreen />
    </BrowserRouter>
  );
}

function AllowedFilesScreen() {
  const t = useText('footage');
  const [whose, setWhose] = useWhose();
  const { patches, fetchPage, refresh } = useLiveFilesets(whose);
  const columns = useFileColumns();
  const [opened, setOpened] = useState<{ what: 'preview' | 'share'; fileset: Fileset }>();
  const open = useCallback((fileset: Fileset) => setOpened({ what: 'preview', fileset }), []);
  const rowActions = useRowActions(patches, refresh, setOpened);
  const bulkActions = useBulkActions(whose, refresh);
  useEffect(() => {
    seeFinished();
    return onKept(seeFinished); // what finishes while Files is open is seen
  }, []);
  return (
    <div className="files">
      <DataTable<Fileset>
        key={whose}
        id={filesTables[whose]}
        label={t('files.title')}
        columns={columns}
        rowKey={keyOf}
        fetchPage={fetchPage}
        sort="-requested"
        searchLabel={t('files.search')}
        onOpen={open}
        rowActions={rowActions}
        bulkActions={bulkActions}
        patches={patches}
        actions={
          <>
            <StorageMeter />
            <div className="seg" role="group" aria-label={t('files.whose')}>
              {(['all', 'own'] as const).map((one) => (
                <Segment key={one} isOn={whose === one} onClick={() => setWhose(one)}>{t(`files.${one}`)}</Segment>
              ))}
            </div>
          </>
        }
        empty={{ title: t('files.empty'), text: t('files.emptyText'), icon: 'files' }}
      />
      {opened?.what === 'share' ? <ShareDialog fileset={opened.fileset} onClose={() => setOpened(undefined)} onChanged={refresh} /> : null}
      <Suspense fallback={null}>
        {opened?.what === 'preview' ? <PreviewDialog fileset={opened.fileset} onClose={() => setOpened(undefined)} /> : null}
      </Suspense>
    </div>
  );
}

const keyOf = ({ fileset_request_id }: Fileset) => fileset_request_id;

/** Whose filesets are shown, by the address: `?whose=own`; the rest of the address is the table's. */
function useWhose(): [Whose, (whose: Whose) => void] {
  const [search, setSearch] = useSearchParams();
  const set = (whose: Whose) => setSearch(whose === 'own' ? { whose } : {}, { replace: true });
  return [search.get('whose') === 'own' ? 'own' : 'all', set];
}

/** What can be done with one fileset; only what the user may. */
function useRowActions(patches: RowPatches<Fileset>, refresh: () => void, open: (opened: { what: 'preview' | 'share'; fileset: Fileset }) => void): (row: Fileset) => RowAction[] {
  const t = useText('footage');
  const mayDownload = useMayDownload();
  const mayShare = usePermission('shareFileset');
  const mayRequest = usePermission('makeFilesetRequest');
  const mayDelete = usePermission('deleteFileset');
  return useCallback(
    (row) => {
      const isThere = row.file_requests.some(({ status }) => status === 'success');
      const unlessThere = isThere ? {} : { disabled: t('files.notThereYet') };
      const all: (RowAction & { may: boolean })[] = [
        { id: 'preview', may: true, label: t('files.preview'), icon: 'eye', ...unlessThere, run: () => open({ what: 'preview', fileset: row }) },
        { id: 'play', may: true, label: t('files.play'), icon: 'play', ...unlessThere, run: () => openPath(`/player?fileset=${encodeURIComponent(row.fileset_request_id)}`) },
        { id: 'download', may: mayDownload, label: t('files.download'), icon: 'download', ...unlessThere, run: () => void downloadOne(row) },
        { id: 'share', may: mayShare, label: t('files.share'), icon: 'users', run: () => open({ what: 'share', fileset: row }) },
        { id: 'cancel', may: mayRequest && row.status !== 'success' && row.status !== 'canceled', label: t('files.cancel'), icon: 'pause', run: () => void cancelOne(row, patches, refresh) },
        { id: 'delete', may: mayDelete, label: t('files.delete'), icon: 'trash', tone: 'danger', run: () => void deleteFilesets([row], refresh) },
      ];
      return all.filter(({ may }) => may);
    },
    [t, mayDownload, mayShare, mayRequest, mayDelete, patches, refresh, open],
  );
}

function useBulkActions(whose: Whose, refresh: () => void): BulkAction<Fileset>[] {
  const t = useText('footage');
  const mayDownload = useMayDownload();
  const mayDelete = usePermission('deleteFileset');
  return useMemo(() => {
    const all: (BulkAction<Fileset> & { may: boolean })[] = [
      { id: 'zip', may: mayDownload, label: t('files.downloadZip'), icon: 'download', run: async (chosen) => downloadZip(await chosenFilesets(whose, chosen)) },
      {
        id: 'delete', may: mayDelete, label: t('files.delete'), icon: 'trash', tone: 'danger',
        run: async (chosen) => {
          await deleteFilesets(await chosenFilesets(whose, chosen), () => {
            chosen.clear();
            refresh();
          });
        },
      },
    ];
    return all.filter(({ may }) => may);
  }, [t, whose, mayDownload, mayDelete, refresh]);
}

function useMayDownload(): boolean {
  const mayFiles = usePermission('exportFileset');
  const mayVideo = usePermission('exportVideo');
  return mayFiles || mayVideo;
}

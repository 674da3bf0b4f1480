import { ApiError, confirm, Denied, Empty, Failure, Icon, Loading, toast, useFormat, usePermission, usePush, useText } from '@outrider/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';

import { deleteFileset, getDownloads, getFilesets, newsSchema, type Fileset } from '../api/filesets';

import './files.css';

const key = ['filesets'];

/** What was fetched from devices, and what is on its way. */
export function FilesScreen() {
  return usePermission('listFilesets') ? <AllowedFilesScreen /> : <Denied />;
}

function AllowedFilesScreen() {
  const t = useText('footage');
  const [search, setSearch] = useState('');
  const filesets = useQuery({ queryKey: key, queryFn: ({ signal }) => getFilesets(signal), refetchInterval: 30_000 });
  useProgress(filesets.data);
  const shown = useMemo(() => {
    const wanted = search.trim().toLocaleLowerCase();
    return (filesets.data ?? []).filter(({ description, vehicle_name }) => `${description} ${vehicle_name}`.toLocaleLowerCase().includes(wanted));
  }, [filesets.data, search]);
  if (filesets.isPending) return <Loading rows={10} />;
  if (filesets.isError) return <Failure error={filesets.error} onRetry={() => void filesets.refetch()} />;
  if (filesets.data.length === 0) return <Empty title={t('files.empty')}>{t('files.emptyText')}</Empty>;
  return (
    <section className="files" aria-label={t('files.title')}>
      <div className="field files-search">
        <Icon name="search" small />
        <input type="search" aria-label={t('files.search')} placeholder={t('files.search')} value={search} onChange={(event) => setSearch(event.target.value)} />
      </div>
      <div className="files-scroll card">
        <table>
          <thead>
            <tr>
              {['name', 'vehicle', 'channels', 'types', 'requested', 'by', 'status', 'progress', 'size'].map((column) => (
                <th key={column} scope="col">{t(`files.column.${column}`)}</th>
              ))}
              <th scope="col"><span className="unseen">{t('files.column.actions')}</span></th>
            </tr>
          </thead>
          <tbody>{shown.map((fileset) => <Row key={fileset.fileset_request_id} fileset={fileset} />)}</tbody>
        </table>
        {shown.length === 0 ? <Empty title={t('files.noMatch')} /> : null}
      </div>
    </section>
  );
}

function Row({ fileset }: { fileset: Fileset }) {
  const t = useText('footage');
  const format = useFormat();
  const queryClient = useQueryClient();
  const mayDownload = usePermission('exportFileset');
  const mayDelete = usePermission('deleteFileset');
  const { description, vehicle_name, file_requests, requested_at, requested_name, status, progress } = fileset;
  const channels = [...new Set(file_requests.map(({ channel }) => channel))].filter((channel) => channel > 0);
  const reasons = file_requests.flatMap(({ reason }) => (reason ? [reason] : []));
  const bytes = file_requests.reduce((sum, { size }) => sum + size, 0);
  const remove = async () => {
    if (await confirm({ title: t('files.deleteTitle', { name: description }), text: t('files.deleteText'), confirm: t('files.delete'), tone: 'danger' })) {
      await deleteFileset(fileset).catch((error: unknown) => toast(error instanceof ApiError ? error.message : t('files.notDeleted'), 'error'));
      await queryClient.invalidateQueries({ queryKey: key });
    }
  };
  return (
    <tr>
      <th scope="row">{description}</th>
      <td>{vehicle_name}</td>
      <td className="num">{channels.map((channel) => `CH${channel}`).join(', ')}</td>
      <td>{[...new Set(file_requests.map(({ file_type }) => t(`files.type.${file_type}`)))].join(', ')}</td>
      <td className="num">{format.dateTime(requested_at)}</td>
      <td>{requested_name}</td>
      <td title={reasons.join('\n')}><span className={`status ${tone(status)}`}><i className="dot" />{t(`files.status.${status}`)}</span></td>
      <td><progress max={100} value={progress} aria-label={t('files.progressOf', { name: description })} /> <span className="num">{progress} %</span></td>
      <td className="num">{bytes > 0 ? `${format.number(bytes / 1e6, 1)} MB` : '–'}</td>
      <td className="files-actions">
        {mayDownload ? (
          <button type="button" className="ib sm" disabled={status !== 'success'} aria-label={t('files.downloadOf', { name: description })} title={t('files.downloadOf', { name: description })} onClick={() => void download(fileset, t('files.notDownloaded'))}>
            <Icon name="download" />
          </button>
        ) : null}
        {mayDelete ? (
          <button type="button" className="ib sm" aria-label={t('files.deleteOf', { name: description })} title={t('files.deleteOf', { name: description })} onClick={() => void remove()}>
            <Icon name="close" />
          </button>
        ) : null}
      </td>
    </tr>
  );
}

function tone(status: string): string {
  if (status === 'success') return 'st-moving';
  return status === 'canceled' ? 'st-stationary' : 'st-idling';
}

/** Saves every file of a fileset, one after the other. */
async function download({ fileset_request_id }: Fileset, failed: string): Promise<void> {
  try {
    for (const { file, location } of await getDownloads(fileset_request_id)) {
      const link = document.createElement('a');
      link.href = location;
      link.download = file;
      link.click();
      await new Promise((resolve) => setTimeout(resolve, 400)); // browsers drop what comes at once
    }
  } catch {
    toast(failed, 'error');
  }
}

/** Takes what is pushed into the list, forward only, and says when a fileset is finished. */
function useProgress(filesets: readonly Fileset[] | undefined): void {
  const t = useText('footage');
  const queryClient = useQueryClient();
  const finished = useRef(new Set<string>());
  const values = useMemo(() => (filesets ?? []).filter(({ progress }) => progress < 100).map(({ fileset_request_id }) => fileset_request_id), [filesets]);
  usePush({
    topic: 'filesetRequest',
    context: 'filesetRequest',
    values,
    onValues: (news) => {
      for (const one of news) {
        const parsed = newsSchema.safeParse(one);
        if (parsed.success) {
          const { fileset_request_id: id, progress, status } = parsed.data;
          queryClient.setQueryData<Fileset[]>(key, (old) => old?.map((f) => (f.fileset_request_id === id && progress >= f.progress ? { ...f, progress, status } : f)));
          if (progress === 100 && !finished.current.has(id)) {
            finished.current.add(id);
            toast(t('files.finished'));
            void queryClient.invalidateQueries({ queryKey: key });
          }
        }
      }
    },
    onResync: () => void queryClient.invalidateQueries({ queryKey: key }),
  });
}

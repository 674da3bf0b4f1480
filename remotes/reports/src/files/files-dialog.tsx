import { Button, buttonClass, Empty, Failure, Icon, labelled, Loading, toast, useFormat, useText } from '@outrider/sdk';
import { Modal } from '@outrider/sdk/modal';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';

import { filesKey, getFiles, isUnderWay, removeFile, type ReportFile } from '../api/files';
import { bytesText } from '../texts/texts';

import './files.css';

/** The files that the user had made in the background, the newest first. */
export function FilesDialog({ onClose }: { onClose: () => void }) {
  const t = useText('reports');
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: filesKey,
    queryFn: ({ pageParam, signal }) => getFiles(pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: ({ total_records: total }, pages, page) => (pages.reduce((sum, { files }) => sum + files.length, 0) < total ? page + 1 : undefined),
    refetchInterval: ({ state }) => (state.data?.pages.some(({ files }) => files.some(isUnderWay)) ? 1000 : false),
  });
  const files = data && [...new Map(data.pages.flatMap((page) => page.files).map((file) => [file.id, file])).values()];
  return (
    <Modal title={t('files.title')} onClose={onClose} width="md">
      {files ? (
        files.length > 0 ? (
          <>
            <ul className="fl-list">{files.map((file) => <File key={file.id} file={file} />)}</ul>
            {hasNextPage ? <Button size="small" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>{t('files.more')}</Button> : null}
          </>
        ) : (
          <Empty icon="files" title={t('files.none')}>{t('files.noneText')}</Empty>
        )
      ) : error ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading rows={4} />
      )}
    </Modal>
  );
}

function File({ file }: { file: ReportFile }) {
  const t = useText('reports');
  const format = useFormat();
  const client = useQueryClient();
  const under = isUnderWay(file);
  const remove = () => void removeFile(file.id).then(() => client.invalidateQueries({ queryKey: filesKey }), () => toast(t('files.removeFailed'), 'error'));
  const name = file.files[0]?.name ?? file.title;
  const about = [file.state === 'done' ? t('files.made') : t(`schedules.state.${file.state}`), format.dateTime(file.made), t('rows', { count: file.rows }), ...(file.bytes > 0 ? [bytesText(file.bytes)] : [])].join(', ');
  return (
    <li>
      <span className="grow">
        <b className="ell">{name}</b>
        <span className="s12 t2">
          {file.state === 'failed' && file.reason ? labelled(about, file.reason) : about}
        </span>
      </span>
      {file.link ? <a className={buttonClass({ size: 'small' })} href={file.link} download={name}><Icon name="download" small />{t('files.download')}</a> : null}
      <Button size="small" aria-label={`${t(under ? 'files.cancel' : 'files.remove')} ${name}`} onClick={remove}>{t(under ? 'files.cancel' : 'files.remove')}</Button>
    </li>
  );
}

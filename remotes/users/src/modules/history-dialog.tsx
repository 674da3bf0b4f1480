import { Button, Empty, Failure, Loading, useFormat, useText } from '@outrider/sdk';
import { Modal } from '@outrider/sdk/modal';
import { useInfiniteQuery } from '@tanstack/react-query';

import { listSwitches, modulesKey } from '../api/modules';

/** Who switched which module on or off, the newest first. */
export function HistoryDialog({ onClose }: { onClose: () => void }) {
  const t = useText('users');
  const format = useFormat();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: [...modulesKey, 'history'],
    queryFn: ({ pageParam, signal }) => listSwitches(pageParam, signal),
    initialPageParam: 0,
    getNextPageParam: ({ switches, more }) => (more ? switches.at(-1)?.id : undefined),
  });
  const all = data?.pages.flatMap(({ switches }) => switches);
  return (
    <Modal title={t('modules.history')} hint={t('modules.historyHint')} onClose={onClose}>
      {error ? <Failure error={error} onRetry={() => void refetch()} /> : null}
      {!all && !error ? <Loading rows={5} /> : null}
      {all?.length === 0 ? <Empty icon="clock" title={t('modules.noHistory')} /> : null}
      {all && all.length > 0 ? (
        <ol className="mdl-history">
          {all.map(({ id, title, on, at, by }) => (
            <li key={id}>
              <span className={on ? 'mdl-sent some' : 'mdl-sent'}>{t(on ? 'modules.on' : 'modules.off')}</span>
              <span className="grow">
                <b>{title}</b>
                <small className="t2">{by || t('modules.somebody')}</small>
              </span>
              <time className="t2" dateTime={at}>
                {format.dateTime(at)}
              </time>
            </li>
          ))}
        </ol>
      ) : null}
      {hasNextPage ? (
        <Button disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('modules.older')}
        </Button>
      ) : null}
    </Modal>
  );
}

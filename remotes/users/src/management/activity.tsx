import { Button, Empty, Failure, labelled, Loading, useFormat, usePermission, useText, type TextKey } from '@outrider/sdk';
import { useInfiniteQuery } from '@tanstack/react-query';

import { getActivity, type Deed } from '../api/activity';

/** Whether what people did is the reader's to see: by the audit log's permission, or by one of the report of user activity. */
export function useMaySeeActivity(): boolean {
  const all = usePermission('viewAuditLog');
  const run = usePermission('runUserActivityReport');
  const create = usePermission('createUserActivityReport');
  return all || run || create;
}

/** What people did, from the audit log, the newest first: of everybody, or of one. */
export function Activity({ person, short = false }: { person?: string; short?: boolean }) {
  const t = useText('users');
  const query = useInfiniteQuery({
    queryKey: ['activity', person ?? '', short],
    queryFn: ({ pageParam, signal }) => getActivity(person, pageParam, signal, short ? 8 : 50),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next || undefined,
    staleTime: 0,
  });
  const deeds = query.data?.pages.flatMap(({ records }) => records);
  if (!deeds) {
    return query.isError ? <Failure error={query.error} onRetry={() => void query.refetch()} /> : <Loading rows={short ? 3 : 8} />;
  }
  if (deeds.length === 0) {
    return <Empty icon="clock" title={t('activity.none')} />;
  }
  return (
    <>
      <ol className="ppl-deeds" aria-label={t('activity.title')}>
        {deeds.map((deed) => (
          <DeedLine key={deed.id} deed={deed} />
        ))}
      </ol>
      {query.hasNextPage ? (
        <Button className="ppl-more" disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t('activity.more')}
        </Button>
      ) : null}
    </>
  );
}

function DeedLine({ deed }: { deed: Deed }) {
  const t = useText('users');
  const format = useFormat();
  const about = [deed.object_kind, deed.object_id].filter(Boolean).join(' ');
  return (
    <li>
      <time dateTime={deed.at} className="t2 num">
        {format.dateTime(deed.at)}
      </time>
      <span className="grow" title={[deed.operation, about].join(' ').trim()}>
        {deed.sentence || labelled(deed.actor_name || deed.actor_email || '–', deed.operation)}
        {deed.changes.filter(({ after }) => after !== 'true' && after !== 'false').map(({ field, label, before, after }) => (
          <span key={field} className="t2 s12 ppl-change">
            {labelled(label, `${before || '–'} → ${after || '–'}`)}
          </span>
        ))}
      </span>
      {deed.result === 'done' ? null : <span className="ppl-refused">{t(`activity.result.${deed.result}` as TextKey<'users'>, { defaultValue: deed.result })}</span>}
      <span className="t3 s12 num only-wide">{deed.address}</span>
    </li>
  );
}

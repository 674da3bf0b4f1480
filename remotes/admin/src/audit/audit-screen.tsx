import { Button, Empty, Failure, Loading, usePermission, useSession, useText } from '@outrider/sdk';
import { BrowserRouter } from '@outrider/sdk/router';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';

import { getAudit, type AuditFilter, type AuditRecord } from '../api/audit';
import { DataList } from '../ui/data-list';
import { Page } from '../ui/page';
import { AuditExport } from './audit-export';
import { useAuditColumns } from './audit-columns';
import { AuditSearch } from './audit-search';
import { RecordDialog } from './record-dialog';

/** Who changed what: of one's own organisation, or of all for those who run the host. */
export function AuditScreen() {
  return (
    <BrowserRouter>
      <Audit />
    </BrowserRouter>
  );
}

function Audit() {
  const t = useText('admin');
  const maySeeAll = usePermission('viewOperations');
  const { Org } = useSession();
  const [ofAll, setOfAll] = useState(maySeeAll);
  const [filter, setFilter] = useState<AuditFilter>({});
  const [open, setOpen] = useState<AuditRecord>();
  const asked = useDeferredValue(filter);
  const columns = useAuditColumns(ofAll);
  const query = useInfiniteQuery({
    queryKey: ['admin', 'audit', ofAll, asked],
    queryFn: ({ pageParam, signal }) => getAudit(ofAll, asked, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next || undefined,
    placeholderData: keepPreviousData,
    refetchInterval: 5000,
  });
  const records = query.data?.pages.flatMap((page) => page.records);
  return (
    <Page title={t('audit.title')} permission="viewAuditLog" hint={ofAll ? t('audit.ofAll') : Org.name} actions={<AuditExport ofAll={ofAll} filter={filter} />}>
      <section className="card">
        <AuditSearch filter={filter} onFilter={setFilter} {...(maySeeAll ? { ofAll, onOfAll: setOfAll } : {})} />
        {!records ? (
          query.isError ? <Failure error={query.error} onRetry={() => void query.refetch()} /> : <Loading rows={8} />
        ) : records.length === 0 ? (
          <Empty icon="search" title={t('audit.none')} />
        ) : (
          <DataList label={t('audit.title')} columns={columns} rows={records} rowId={({ id }) => id} onOpen={setOpen} />
        )}
        {query.hasNextPage ? (
          <Button className="ops-more" disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t('more')}
          </Button>
        ) : null}
      </section>
      {open ? <RecordDialog record={open} onClose={() => setOpen(undefined)} /> : null}
    </Page>
  );
}

import { ApiError, confirm, Empty, snackbar, toast, usePermission, useText } from '@outrider/sdk';
import { BrowserRouter } from '@outrider/sdk/router';
import { useQueryClient } from '@tanstack/react-query';

import { endConnection, getConnections, type ConnectionView } from '../api/host';
import { DataList, type Column } from '../ui/data-list';
import { useFigures } from '../ui/figures';
import { Loaded, Page } from '../ui/page';
import { RowMenu } from '../ui/row-menu';
import { useLive } from '../ui/use-live';

/** Who is connected by push, on all hosts. */
export function ConnectionsScreen() {
  return (
    <BrowserRouter>
      <Connections />
    </BrowserRouter>
  );
}

function Connections() {
  const t = useText('admin');
  const query = useLive(['connections'], getConnections);
  const columns = useColumns();
  const mayOperate = usePermission('operateHost');
  const end = useEnding();
  return (
    <Page title={t('connections.title')} permission="viewOperations" hint={query.data ? t('connections.total', { count: query.data.total }) : null}>
      <Loaded query={query}>
        {({ connections }) =>
          connections.length === 0 ? (
            <Empty icon="network" title={t('connections.none')} />
          ) : (
            <div className="card">
              <DataList
                label={t('connections.title')}
                columns={columns}
                rows={connections}
                rowId={({ id }) => id}
                {...(mayOperate
                  ? {
                      actions: (one: ConnectionView) => (
                        <RowMenu
                          of={one.user_name || one.user_email}
                          choices={[
                            { label: t('connections.end'), icon: 'close', run: () => void end(one, false) },
                            { label: t('connections.endSession'), icon: 'sign-out', run: () => void end(one, true) },
                          ]}
                        />
                      ),
                    }
                  : {})}
              />
            </div>
          )
        }
      </Loaded>
    </Page>
  );
}

function useEnding() {
  const t = useText('admin');
  const client = useQueryClient();
  return async ({ id, user_name, user_email }: ConnectionView, session: boolean) => {
    const key = session ? 'endSession' : 'end';
    const name = user_name || user_email;
    if (!(await confirm({ title: t(`connections.ask.${key}`, { name }), text: t(`connections.askText.${key}`), confirm: t(`connections.${key}`), tone: 'danger' }))) {
      return;
    }
    try {
      await endConnection(id, session);
      toast(t(`connections.done.${key}`, { name }));
    } catch (error) {
      snackbar(error instanceof ApiError ? error.message : t('failed'), undefined, 'error');
    } finally {
      await client.invalidateQueries({ queryKey: ['admin', 'connections'] });
    }
  };
}

function useColumns(): Column<ConnectionView>[] {
  const t = useText('admin');
  const f = useFigures();
  return [
    {
      id: 'user',
      label: t('connections.user'),
      value: ({ user_name, user_email }) => user_name || user_email,
      cell: ({ user_name, user_email }) => (
        <span className="ops-two">
          <b>{user_name || user_email}</b>
          <span className="t2 s12">{user_email}</span>
        </span>
      ),
    },
    { id: 'org', label: t('organisation'), value: ({ org_id }) => org_id, cell: ({ org_id }) => org_id },
    { id: 'since', label: t('connections.since'), align: 'end', value: ({ since }) => since, cell: ({ since }) => <time dateTime={since} title={f.format.dateTime(since)}>{f.since(since)}</time> },
    {
      id: 'subscriptions',
      label: t('connections.subscriptions'),
      cell: ({ subscriptions }) => <span className="ops-reason">{subscriptions.length > 0 ? subscriptions.join(', ') : '–'}</span>,
    },
    {
      id: 'queue',
      label: t('connections.queue'),
      align: 'end',
      value: ({ waiting_items }) => waiting_items,
      cell: ({ waiting_items, waiting_bytes }) => <span className="num">{waiting_items > 0 ? `${f.format.number(waiting_items)} · ${f.bytes(waiting_bytes)}` : '0'}</span>,
    },
    {
      id: 'from',
      label: t('connections.from'),
      cell: ({ address, transport }) => (
        <span className="ops-two">
          <span className="num">{address}</span>
          <span className="t2 s12">{transport}</span>
        </span>
      ),
    },
    { id: 'host', label: t('hosts.host'), value: ({ host }) => host, cell: ({ host }) => <span className="ops-break">{host}</span> },
  ];
}

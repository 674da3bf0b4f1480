import { Button, Empty, usePermission, useText } from '@outrider/sdk';
import { BrowserRouter, useSearchParams } from '@outrider/sdk/router';
import { useState } from 'react';

import { getMails, type MailView } from '../api/mails';
import { DataList, type Column } from '../ui/data-list';
import { useFigures } from '../ui/figures';
import { HostChoice } from '../ui/host-choice';
import { Loaded, Page } from '../ui/page';
import { Tiles } from '../ui/tiles';
import { useHost } from '../ui/use-host';
import { useLive } from '../ui/use-live';
import { MailDialog } from './mail-dialog';

const pageSize = 50;
const most = 200;

/** The mails that a host without a mail server wrote into its folder; `?mail=` opens one. */
export function MailsScreen() {
  return (
    <BrowserRouter>
      <Mails />
    </BrowserRouter>
  );
}

function Mails() {
  const t = useText('admin');
  const f = useFigures();
  const [host, onHost] = useHost();
  const [limit, setLimit] = useState(pageSize);
  const [params, setParams] = useSearchParams();
  const query = useLive(['mails', host, limit], (signal) => getMails(host, limit, signal));
  const columns = useColumns();
  const mayOpen = usePermission('operateHost');
  const open = params.get('mail');
  const show = (id: string | undefined) =>
    setParams((now) => {
      const next = new URLSearchParams(now);
      if (id) next.set('mail', id);
      else next.delete('mail');
      return next;
    });
  return (
    <Page title={t('mails.title')} permission="viewOperations" hint={query.data ? t(`mails.by.${query.data.by}`, { host: query.data.host }) : null} actions={<HostChoice query={query} host={host} onHost={onHost} />}>
      <Loaded query={query}>
        {({ by, mails, total, waiting, given_up: givenUp }) => (
          <>
            <Tiles
              tiles={[
                ...(by === 'folder' ? [{ label: t('mails.inFolder'), value: f.format.number(total) }] : []),
                { label: t('mails.waiting'), value: f.format.number(waiting), tone: waiting > 0 ? ('warn' as const) : ('plain' as const) },
                { label: t('mails.givenUp'), value: f.format.number(givenUp), tone: givenUp > 0 ? ('bad' as const) : ('plain' as const) },
              ]}
            />
            {mails.length === 0 ? (
              <Empty icon="mail" title={t(by === 'folder' ? 'mails.none' : 'mails.server')}>
                {t(by === 'folder' ? 'mails.noneText' : 'mails.serverText')}
              </Empty>
            ) : (
              <div className="card">
                <DataList label={t('mails.title')} columns={columns} rows={mails} rowId={({ id }) => id} {...(mayOpen ? { onOpen: ({ id }: MailView) => show(id) } : {})} />
              </div>
            )}
            {limit < Math.min(total, most) ? (
              <Button className="ops-more" disabled={query.isPlaceholderData} onClick={() => setLimit(Math.min(limit + pageSize, most))}>
                {t('more')}
              </Button>
            ) : total > most && limit === most ? (
              <p className="t2 s12 ops-foot">{t('mails.newest', { count: f.format.number(most) })}</p>
            ) : null}
          </>
        )}
      </Loaded>
      {open && mayOpen ? <MailDialog id={open} host={host} onClose={() => show(undefined)} /> : null}
    </Page>
  );
}

function useColumns(): Column<MailView>[] {
  const t = useText('admin');
  const { format } = useFigures();
  return [
    { id: 'subject', label: t('mails.subject'), cell: ({ subject }) => <b className="ops-break">{subject || t('mails.noSubject')}</b> },
    { id: 'to', label: t('mails.to'), value: ({ to }) => to, cell: ({ to }) => <span className="ops-break">{to}</span> },
    { id: 'at', label: t('mails.at'), align: 'end', value: ({ at }) => at, cell: ({ at }) => <time dateTime={at}>{format.dateTime(at)}</time> },
  ];
}

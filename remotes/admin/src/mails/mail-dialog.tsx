import { Button, Failure, Loading, useText } from '@outrider/sdk';
import { Dialog, DialogActions, DialogContent, DialogTitle, useMediaQuery } from '@outrider/sdk/mui';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';

import { getMail, type MailContent } from '../api/mails';
import type { HostId } from '../api/plugins';
import { useFigures } from '../ui/figures';
import { Tabs } from '../ui/tabs';
import { mailPage } from './mail-page';

/** One mail: to whom, when, and what it says. */
export function MailDialog({ id, host, onClose }: { id: string; host: HostId; onClose: () => void }) {
  const t = useText('admin');
  const isNarrow = useMediaQuery('(max-width: 990px)');
  const query = useQuery({ queryKey: ['admin', 'mail', id, host], queryFn: ({ signal }) => getMail(id, host, signal) });
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="md" fullScreen={isNarrow} aria-labelledby="mail-title">
      <DialogTitle id="mail-title" className="ops-break">
        {query.data ? query.data.mail.subject || t('mails.noSubject') : t('mails.one')}
      </DialogTitle>
      <DialogContent>{query.data ? <Content content={query.data} /> : query.isError ? <Failure error={query.error} onRetry={() => void query.refetch()} /> : <Loading rows={5} label={t('loading')} />}</DialogContent>
      <DialogActions>
        <Button onClick={onClose}>
          {t('close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function Content({ content: { mail, text, html } }: { content: MailContent }) {
  const t = useText('admin');
  const { format } = useFigures();
  const [tab, setTab] = useState(html ? 'page' : 'text');
  const words = { id: 'text', label: t('mails.text'), panel: () => <Words text={text} /> };
  return (
    <>
      <dl className="ops-pairs ops-envelope">
        <dt>{t('mails.to')}</dt>
        <dd className="ops-break">{mail.to}</dd>
        <dt>{t('mails.from')}</dt>
        <dd className="ops-break">{mail.from}</dd>
        <dt>{t('mails.at')}</dt>
        <dd>{format.dateTime(mail.at)}</dd>
      </dl>
      <Tabs label={t('mails.one')} chosen={tab} onChoose={setTab} tabs={html ? [{ id: 'page', label: t('mails.page'), panel: () => <Framed html={html} /> }, words] : [words]} />
    </>
  );
}

function Words({ text }: { text: string }) {
  const t = useText('admin');
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
    <pre className="ops-pre ops-words" tabIndex={0} aria-label={t('mails.text')}>
      {text}
    </pre>
  );
}

/** A mail's page where it can run nothing, open nothing and fetch nothing. */
function Framed({ html }: { html: string }) {
  const t = useText('admin');
  const page = useMemo(() => mailPage(html), [html]);
  return <iframe className="ops-mail" title={t('mails.page')} sandbox="" referrerPolicy="no-referrer" srcDoc={page} />;
}

import { useText } from '@outrider/sdk';
import { BrowserRouter } from '@outrider/sdk/router';

import { getParts } from '../api/host';
import { DataList } from '../ui/data-list';
import { useFigures } from '../ui/figures';
import { HostChoice } from '../ui/host-choice';
import { Loaded, Page } from '../ui/page';
import { useHost } from '../ui/use-host';
import { useLive } from '../ui/use-live';
import { HostList } from './host-list';
import { PartCard } from './part-card';

/** What the host runs on, the hosts of the cluster, and the statements that cost most. */
export function PartsScreen() {
  return (
    <BrowserRouter>
      <Parts />
    </BrowserRouter>
  );
}

function Parts() {
  const t = useText('admin');
  const f = useFigures();
  const [host, onHost] = useHost();
  const query = useLive(['parts', host], (signal) => getParts(host, signal));
  const name = query.data?.hosts.find(({ id }) => id === query.data.host_id)?.name;
  return (
    <Page title={t('parts.title')} permission="viewOperations" hint={name ? t('parts.onHost', { host: name }) : t('parts.hint')} actions={<HostChoice query={query} host={host} onHost={onHost} />}>
      <Loaded query={query} rows={6}>
        {({ parts, hosts, statements }) => (
          <>
            <div className="ops-parts">
              {parts.map((part) => (
                <PartCard key={part.id} part={part} />
              ))}
            </div>
            <h2 className="ops-h2">{t('hosts.title')}</h2>
            <HostList hosts={hosts} />
            {statements.length > 0 ? (
              <>
                <h2 className="ops-h2">{t('parts.statements')}</h2>
                <div className="card">
                  <DataList
                    label={t('parts.statements')}
                    rows={statements}
                    rowId={({ text, calls }) => `${calls} ${text}`}
                    columns={[
                      { id: 'text', label: t('parts.statement'), cell: ({ text }) => <code className="mono ops-reason">{text}</code> },
                      { id: 'calls', label: t('parts.callsMade'), align: 'end', value: ({ calls }) => calls, cell: ({ calls }) => <span className="num">{f.format.number(calls)}</span> },
                      { id: 'mean', label: t('parts.mean'), align: 'end', value: ({ mean_ms }) => mean_ms, cell: ({ mean_ms }) => <span className="num">{f.ms(mean_ms)}</span> },
                      { id: 'max', label: t('parts.max'), align: 'end', value: ({ max_ms }) => max_ms, cell: ({ max_ms }) => <span className="num">{f.ms(max_ms)}</span> },
                    ]}
                  />
                </div>
              </>
            ) : null}
          </>
        )}
      </Loaded>
    </Page>
  );
}

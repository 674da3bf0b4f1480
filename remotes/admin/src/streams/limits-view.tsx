import { Button, Empty, session, usePermission, useText } from '@outrider/sdk';
import { useState } from 'react';

import { getPublishing, getUsage, type PublishingView } from '../api/limits';
import { DataList } from '../ui/data-list';
import { useFigures } from '../ui/figures';
import { Meter } from '../ui/meter';
import { Loaded } from '../ui/page';
import { useLive } from '../ui/use-live';
import type { LimitTarget } from './limit-bounds';
import { LimitDialog } from './limit-dialog';
import { UsageList } from './usage-list';

/** What plugins publish and what devices send, beside what they may. */
export function LimitsView() {
  const orgId = session.orgId() ?? '';
  const publishing = useLive(['publishing'], getPublishing);
  const usage = useLive(['usage', orgId], (signal) => getUsage(orgId, signal));
  const t = useText('admin');
  const may = usePermission('changeDeviceLimits');
  const [set, setSet] = useState<{ of?: LimitTarget }>();
  return (
    <div className="ops-streams">
      <section className="ops-stream" aria-label={t('limits.plugins')}>
        <header>
          <div className="grow">
            <h2>{t('limits.plugins')}</h2>
            <p className="t2 s12">{t('limits.pluginsHint')}</p>
          </div>
        </header>
        <Loaded query={publishing} rows={4}>
          {({ plugins }) => (plugins.length > 0 ? <Publishing rows={plugins} /> : <Empty title={t('limits.noPlugins')} />)}
        </Loaded>
      </section>
      <section className="ops-stream" aria-label={t('limits.devices')}>
        <header>
          <div className="grow">
            <h2>{t('limits.devices')}</h2>
            <p className="t2 s12">{t('limits.devicesHint')}</p>
          </div>
          {may && usage.data ? (
            <Button size="small" onClick={() => setSet({})}>
              {t('limits.set')}
            </Button>
          ) : null}
        </header>
        <Loaded query={usage} rows={4}>
          {(found) => (found.usage.length + found.own.length > 0 ? <UsageList found={found} onChange={may ? (of) => setSet({ of }) : undefined} /> : <Empty title={t('limits.noDevices')} />)}
        </Loaded>
      </section>
      {set && usage.data ? <LimitDialog orgId={orgId} found={usage.data} {...set} onClose={() => setSet(undefined)} onSaved={() => void usage.refetch()} /> : null}
    </div>
  );
}

function Publishing({ rows }: { rows: PublishingView[] }) {
  const t = useText('admin');
  const f = useFigures();
  return (
    <DataList
      label={t('limits.plugins')}
      rows={rows}
      rowId={({ plugin, stream }) => `${plugin} ${stream}`}
      columns={[
        { id: 'plugin', label: t('limits.plugin'), value: ({ plugin }) => plugin, cell: ({ plugin }) => <span className="mono">{plugin}</span> },
        { id: 'stream', label: t('limits.stream'), value: ({ stream }) => stream, cell: ({ stream }) => stream },
        {
          id: 'today',
          label: t('limits.today'),
          align: 'end',
          value: ({ messages_today }) => messages_today,
          cell: ({ messages_today }) => <span className="num">{f.format.number(messages_today)}</span>,
        },
        {
          id: 'week',
          label: t('limits.week'),
          align: 'end',
          value: ({ bytes_week }) => bytes_week,
          cell: ({ plugin, bytes_week, most_bytes_week }) => (
            <span className="num">
              {most_bytes_week > 0 ? t('streams.bytesOf', { bytes: f.bytes(bytes_week), of: f.bytes(most_bytes_week) }) : f.bytes(bytes_week)}
              {most_bytes_week > 0 ? <Meter value={bytes_week} of={most_bytes_week} label={t('limits.shareOf', { name: plugin })} /> : null}
            </span>
          ),
        },
        {
          id: 'refused',
          label: t('limits.refused'),
          value: ({ refused }) => refused,
          cell: ({ refused, refused_since, reason }) =>
            refused_since ? (
              <span className="ops-two">
                <span className="ops-bad">{t('limits.refusedSince', { count: f.format.number(refused), age: f.age(refused_since) })}</span>
                <span className="t2 s12" lang="en">
                  {reason}
                </span>
              </span>
            ) : (
              <span className="num">{f.format.number(refused)}</span>
            ),
        },
      ]}
    />
  );
}

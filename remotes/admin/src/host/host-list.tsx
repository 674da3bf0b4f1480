import { labelled, useText, type TextKey } from '@outrider/sdk';

import type { HostView } from '../api/host';
import { DataList } from '../ui/data-list';
import { useFigures } from '../ui/figures';

/** Every host that announces itself. */
export function HostList({ hosts }: { hosts: HostView[] }) {
  const t = useText('admin');
  const f = useFigures();
  const troubled = ({ plugins }: HostView) => plugins.filter(({ state }) => state !== 'ready' && state !== 'stopped');
  return (
    <div className="card">
      <DataList
        label={t('hosts.title')}
        rows={hosts}
        rowId={({ id }) => id}
        columns={[
          {
            id: 'name',
            label: t('hosts.host'),
            value: ({ name }) => name,
            cell: ({ name, version, this: isThis }) => (
              <span className="ops-two">
                <b>{name}</b>
                <span className="t2 s12">
                  {version}
                  {isThis ? ` · ${t('hosts.this')}` : ''}
                </span>
              </span>
            ),
          },
          { id: 'uptime', label: t('plugins.uptime'), align: 'end', cell: ({ started_at }) => <span className="num">{f.since(started_at)}</span> },
          { id: 'memory', label: t('plugins.memory'), align: 'end', cell: ({ memory_bytes }) => <span className="num">{f.bytes(memory_bytes)}</span> },
          { id: 'connections', label: t('connections.title'), align: 'end', cell: ({ connections }) => <span className="num">{f.format.number(connections)}</span> },
          {
            id: 'plugins',
            label: t('plugins.title'),
            cell: (host) => {
              const bad = troubled(host);
              const ready = host.plugins.filter(({ state }) => state === 'ready').length;
              return (
                <span className="ops-two">
                  <span className="num">{t('hosts.ready', { ready, all: host.plugins.length })}</span>
                  {bad.length > 0 ? <span className="ops-bad s12">{bad.map(({ id, state }) => labelled(id, t(`state.${state}` as TextKey<'admin'>))).join(', ')}</span> : null}
                </span>
              );
            },
          },
        ]}
      />
    </div>
  );
}

import { useText } from '@outrider/sdk';

import { getPlugins, type HostId, type PluginView } from '../api/plugins';
import { DataList, type Column } from '../ui/data-list';
import { useFigures } from '../ui/figures';
import { HostChoice } from '../ui/host-choice';
import { Loaded, Page } from '../ui/page';
import { StatePill } from '../ui/state-pill';
import { Tiles } from '../ui/tiles';
import { useLive } from '../ui/use-live';
import { PluginMenu } from './plugin-menu';
import { usePluginAction } from './use-plugin-action';

interface PluginListProps {
  /** The host that is looked at; undefined: whichever answers. */
  host: HostId;
  /** `isFirst`: nobody has chosen it. */
  onHost: (id: HostId, isFirst: boolean) => void;
  onOpen: (id: string) => void;
}

/** All plugins: how they are, what goes to them and what they take of the machine. */
export function PluginList({ host, onHost, onOpen }: PluginListProps) {
  const t = useText('admin');
  const query = useLive(['plugins', 'of', host], (signal) => getPlugins(host, signal));
  const columns = useColumns();
  const answered = query.data && !query.isPlaceholderData ? query.data : undefined;
  const { act, busy } = usePluginAction(host, answered && answered.hosts.length > 1 ? answered.host : undefined);
  return (
    <Page
      title={t('plugins.title')}
      permission="viewOperations"
      hint={query.data ? t('onHost', { host: query.data.host }) : null}
      actions={<HostChoice query={query} host={host} onHost={onHost} />}
    >
      <Loaded query={query} rows={5}>
        {({ plugins }) => (
          <>
            <Summary plugins={plugins} />
            <div className="card" aria-busy={busy !== undefined}>
              <DataList
                label={t('plugins.title')}
                columns={columns}
                rows={plugins}
                rowId={({ id }) => id}
                onOpen={({ id }) => onOpen(id)}
                actions={(plugin) => <PluginMenu plugin={plugin} onAct={(action) => void act(plugin.id, plugin.name, action)} />}
              />
            </div>
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Summary({ plugins }: { plugins: PluginView[] }) {
  const t = useText('admin');
  const figures = useFigures();
  const sum = (value: (p: PluginView) => number) => plugins.reduce((all, plugin) => all + value(plugin), 0);
  const calls = sum(({ traffic }) => traffic.per_second);
  const errors = calls > 0 ? sum(({ traffic }) => traffic.per_second * traffic.error_rate) / calls : 0;
  const troubled = plugins.filter(({ state }) => state !== 'ready' && state !== 'stopped').length;
  return (
    <Tiles
      tiles={[
        { label: t('plugins.ready'), value: `${plugins.filter(({ state }) => state === 'ready').length} / ${plugins.length}`, tone: troubled > 0 ? 'warn' : 'good' },
        { label: t('plugins.calls'), value: figures.rate(calls) },
        { label: t('plugins.errors'), value: figures.share(errors), tone: errors > 0.01 ? 'bad' : 'plain' },
        { label: t('plugins.memory'), value: figures.bytes(sum(({ memory_bytes }) => memory_bytes)) },
      ]}
    />
  );
}

function useColumns(): Column<PluginView>[] {
  const t = useText('admin');
  const f = useFigures();
  return [
    {
      id: 'name',
      label: t('plugins.plugin'),
      value: ({ name }) => name,
      cell: ({ id, name, version, digest }) => (
        <span className="ops-two">
          <b>{name}</b>
          <span className="t2 s12">
            {id} · {version} · <span className="mono">{digest.slice(0, 8)}</span>
          </span>
        </span>
      ),
    },
    {
      id: 'state',
      label: t('state.title'),
      value: ({ state }) => state,
      cell: ({ state, detail }) => (
        <span className="ops-two">
          <StatePill state={state} />
          {detail ? <span className="t2 s12 ops-why" title={detail}>{detail}</span> : null}
        </span>
      ),
    },
    { id: 'uptime', label: t('plugins.uptime'), align: 'end', value: ({ started_at }) => -Date.parse(started_at ?? ''), cell: ({ started_at }) => <span className="num">{f.since(started_at)}</span> },
    {
      id: 'restarts',
      label: t('plugins.restarts'),
      align: 'end',
      value: ({ restarts }) => restarts,
      cell: ({ restarts, last_exit, last_exit_at }) => (
        <span className="ops-two">
          <span className="num">{f.format.number(restarts)}</span>
          {last_exit ? <span className="t2 s12" title={last_exit}>{f.age(last_exit_at)}</span> : null}
        </span>
      ),
    },
    { id: 'calls', label: t('plugins.calls'), align: 'end', value: ({ traffic }) => traffic.per_second, cell: ({ traffic }) => <span className="num">{f.rate(traffic.per_second)}</span> },
    {
      id: 'latency',
      label: t('plugins.latency'),
      align: 'end',
      value: ({ traffic }) => traffic.p99_ms,
      cell: ({ traffic }) => <span className="num">{traffic.count > 0 ? `${f.ms(traffic.p50_ms)} / ${f.ms(traffic.p99_ms)}` : '–'}</span>,
    },
    {
      id: 'errors',
      label: t('plugins.errors'),
      align: 'end',
      value: ({ traffic }) => traffic.error_rate,
      cell: ({ traffic }) => <span className={traffic.error_rate > 0 ? 'num ops-bad' : 'num'}>{traffic.count > 0 ? f.share(traffic.error_rate) : '–'}</span>,
    },
    { id: 'underWay', label: t('plugins.underWay'), align: 'end', value: ({ under_way }) => under_way, cell: ({ under_way }) => <span className="num">{f.format.number(under_way)}</span> },
    { id: 'cpu', label: t('plugins.cpu'), align: 'end', value: ({ cpu_percent }) => cpu_percent, cell: ({ cpu_percent, pid }) => <span className="num">{pid ? f.share(cpu_percent / 100) : '–'}</span> },
    { id: 'memory', label: t('plugins.memory'), align: 'end', value: ({ memory_bytes }) => memory_bytes, cell: ({ memory_bytes, pid }) => <span className="num">{pid ? f.bytes(memory_bytes) : '–'}</span> },
  ];
}

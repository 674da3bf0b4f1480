import { Button, Icon, usePermission, useText } from '@outrider/sdk';
import { useState } from 'react';

import { getPlugin, type HostId, type PluginDetail } from '../api/plugins';
import { useFigures } from '../ui/figures';
import { Loaded, Page } from '../ui/page';
import { Sparkline } from '../ui/sparkline';
import { StatePill } from '../ui/state-pill';
import { Tiles } from '../ui/tiles';
import { Tabs } from '../ui/tabs';
import { useLive } from '../ui/use-live';
import { LogView } from './log-view';
import { OperationList } from './operation-list';
import { PluginMenu } from './plugin-menu';
import { ReleaseList } from './release-list';
import { TroubleView } from './trouble-view';
import { usePluginAction } from './use-plugin-action';

/** One plugin: the last half hour, operations, log, releases and how it fell. */
export function PluginPage({ id, host, onBack }: { id: string; host: HostId; onBack: () => void }) {
  const t = useText('admin');
  const query = useLive(['plugins', id, host], (signal) => getPlugin(id, host, signal));
  const { act, busy } = usePluginAction(host, query.data?.host);
  const mayOperate = usePermission('operateHost');
  const plugin = query.data?.plugin;
  const actions = plugin ? (
    <div className="row">
      {mayOperate && plugin.enabled ? (
        <Button disabled={busy !== undefined} onClick={() => void act(id, plugin.name, 'restart')}>
          <Icon name="refresh" small />
          {t('plugins.restart')}
        </Button>
      ) : null}
      <PluginMenu plugin={plugin} onAct={(action) => void act(id, plugin.name, action)} />
    </div>
  ) : null;
  return (
    <Page
      title={plugin?.name ?? id}
      permission="viewOperations"
      hint={plugin ? `${plugin.id} · ${plugin.version} · ${plugin.digest.slice(0, 12)}${plugin.pid ? ` · PID ${plugin.pid}` : ''}${query.data?.host ? ` · ${query.data.host}` : ''}` : null}
      actions={actions}
    >
      <Button variant="quiet" size="small" className="ops-back" onClick={onBack}>
        <Icon name="back" small />
        {t('plugins.all')}
      </Button>
      <Loaded query={query}>{(detail) => <Detail id={id} host={host} detail={detail} />}</Loaded>
    </Page>
  );
}

function Detail({ id, host, detail }: { id: string; host: HostId; detail: PluginDetail }) {
  const t = useText('admin');
  const f = useFigures();
  const [tab, setTab] = useState('log');
  const { plugin, series } = detail;
  return (
    <>
      <div className="row ops-state">
        <StatePill state={plugin.state} />
        {plugin.detail ? <span className="t2">{plugin.detail}</span> : null}
      </div>
      <Tiles
        tiles={[
          { label: t('plugins.uptime'), value: f.since(plugin.started_at) },
          { label: t('plugins.restarts'), value: f.format.number(plugin.restarts), tone: plugin.restarts > 0 ? 'warn' : 'plain' },
          { label: t('plugins.underWay'), value: f.format.number(plugin.under_way) },
          { label: t('plugins.latency'), value: plugin.traffic.count > 0 ? `${f.ms(plugin.traffic.p50_ms)} / ${f.ms(plugin.traffic.p99_ms)}` : '–' },
        ]}
      />
      <section className="ops-sparks" aria-label={t('plugins.halfHour')}>
        <Sparkline title={t('plugins.calls')} values={series.map((s) => s.per_second)} write={f.rate} />
        <Sparkline title={t('plugins.p99')} values={series.map((s) => s.p99_ms)} write={f.ms} />
        <Sparkline title={t('plugins.errors')} values={series.map((s) => s.error_rate)} write={f.share} tone="bad" />
        <Sparkline title={t('plugins.memory')} values={series.map((s) => s.memory_bytes)} write={f.bytes} />
        <Sparkline title={t('plugins.cpu')} values={series.map((s) => s.cpu_percent / 100)} write={f.share} />
      </section>
      <Tabs
        label={plugin.name}
        chosen={tab}
        onChoose={setTab}
        tabs={[
          { id: 'log', label: t('plugins.log'), panel: () => <LogView id={id} host={host} /> },
          { id: 'operations', label: t('plugins.operations'), panel: () => <OperationList operations={detail.operations} /> },
          { id: 'trouble', label: t('plugins.trouble'), panel: () => <TroubleView detail={detail} /> },
          { id: 'releases', label: t('plugins.releases'), panel: () => <ReleaseList releases={detail.releases} /> },
        ]}
      />
    </>
  );
}

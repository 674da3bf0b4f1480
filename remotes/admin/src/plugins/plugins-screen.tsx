import { BrowserRouter, useSearchParams } from '@outrider/sdk/router';

import { PluginPage } from './plugin-page';
import { PluginList } from './plugin-list';

/** The plugins of a host, `?host=`; `?plugin=` opens one. */
export function PluginsScreen() {
  return (
    <BrowserRouter>
      <Chosen />
    </BrowserRouter>
  );
}

function Chosen() {
  const [params, setParams] = useSearchParams();
  const plugin = params.get('plugin');
  const host = params.get('host') ?? undefined;
  const go = (to: { plugin?: string; host?: string | undefined }, replace = false) =>
    setParams({ ...(to.plugin ? { plugin: to.plugin } : {}), ...(to.host ? { host: to.host } : {}) }, { replace });
  return plugin ? (
    <PluginPage key={`${plugin} ${host}`} id={plugin} host={host} onBack={() => go({ host })} />
  ) : (
    <PluginList host={host} onHost={(id, isFirst) => go({ host: id }, isFirst)} onOpen={(id) => go({ plugin: id, host })} />
  );
}

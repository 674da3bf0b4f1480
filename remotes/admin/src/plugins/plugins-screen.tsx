import { BrowserRouter, useSearchParams } from '@outrider/sdk/router';

import { PluginPage } from './plugin-page';
import { PluginList } from './plugin-list';

/** The plugins of this host; `?plugin=` opens one. */
export function PluginsScreen() {
  return (
    <BrowserRouter>
      <Chosen />
    </BrowserRouter>
  );
}

function Chosen() {
  const [params, setParams] = useSearchParams();
  const id = params.get('plugin');
  return id ? <PluginPage key={id} id={id} onBack={() => setParams({})} /> : <PluginList onOpen={(plugin) => setParams({ plugin })} />;
}

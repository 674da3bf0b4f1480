import { loadRemote, registerPlugins, registerRemotes } from '@module-federation/enhanced/runtime';
import { RemoteLoadError, type ModuleAddress, type PluginInfo } from '@outrider/sdk';

const integrities = new Map<string, string>();

/** Lets the browser refuse an entry whose bytes are not those that the host announced. Called once. */
export function requireIntegrity(): void {
  registerPlugins([{ name: 'entry-integrity', createScript: ({ url }) => scriptOf(url) }]);
}

function scriptOf(url: string): HTMLScriptElement {
  const script = document.createElement('script');
  script.src = url;
  script.async = true;
  const integrity = integrities.get(url);
  if (integrity) {
    script.integrity = integrity;
    script.crossOrigin = 'anonymous';
  }
  return script;
}

/** Tells the federation runtime where the remotes are, as the host announced them; none was known at build time. */
export function registerContainers(plugins: PluginInfo[], anew = false): void {
  const remotes = plugins.flatMap(({ remote }) => (remote ? [remote] : []));
  for (const { entry_url: url, entry_integrity: integrity } of remotes) {
    if (integrity) {
      integrities.set(absolute(url), integrity);
      integrities.set(url, integrity);
    }
  }
  registerRemotes(
    remotes.map(({ name, entry_url: entry }) => ({ name, entry, type: 'global' as const, entryGlobalName: globalName(name) })),
    { force: anew },
  );
}

/** Loads one module of a remote; rejects with a {@link RemoteLoadError}. */
export async function loadModule({ remote, module }: ModuleAddress): Promise<unknown> {
  try {
    const loaded = await loadRemote(`${remote}/${module.replace(/^\.\//, '')}`);
    if (loaded) {
      return loaded;
    }
  } catch (error) {
    throw new RemoteLoadError('load', remote, error);
  }
  throw new RemoteLoadError('load', remote);
}

function absolute(url: string): string {
  return new URL(url, location.href).href;
}

/** The variable that a remote's build sets; see the SDK's webpack preset. */
function globalName(remote: string): string {
  return `outrider_${remote.replace(/[^a-z0-9]/gi, '_')}`;
}

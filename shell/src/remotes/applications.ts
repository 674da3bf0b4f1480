import { loadRemoteModule, messages, onShellInfo, setModuleLoader, shellInfo, textIn, type RemoteLifecycles } from '@outrider/sdk';
import { addErrorHandler, getAppNames, registerApplication, start, triggerAppChange, unregisterApplication, type LifeCycles } from 'single-spa';

import { loadModule, registerContainers, requireIntegrity } from './container';
import { setPageStatus } from './page-status';
import { reloadOnce } from './reload-once';
import { destinationOf, pagesOf, type RemotePage } from './routes';

/** A life cycle that takes longer ends the page, in milliseconds; waiting for ever helps nobody. */
const limitMs = 10_000;

const elements = new Map<string, HTMLElement>();

/** The name of a page's single-spa application. */
export function applicationOf({ plugin, path }: RemotePage): string {
  return `${plugin}:${path}`;
}

/** The element that a page draws in; the frame puts it in its place. */
export function elementOf(application: string): HTMLElement {
  const known = elements.get(application);
  if (known) {
    return known;
  }
  const made = document.createElement('div');
  made.className = 'remote-page';
  elements.set(application, made);
  return made;
}

/** Registers every page of every remote and starts routing. No code of a remote loads before its page is visited. */
export function startRemotes(): void {
  const plugins = shellInfo()?.plugins ?? [];
  setModuleLoader(loadModule);
  requireIntegrity();
  registerContainers(plugins);
  addErrorHandler((error) => {
    console.error(error);
    setPageStatus(error.appOrParcelName, 'failed');
  });
  pagesOf(plugins).forEach(register);
  onShellInfo(followChanges);
  start({ urlRerouteOnly: true });
}

/** Pages come and go with permissions and modules; code that runs stays until the user reloads. */
function followChanges(): void {
  const plugins = shellInfo()?.plugins ?? [];
  const known = new Set(getAppNames());
  const added = pagesOf(plugins).filter((page) => !known.has(applicationOf(page)));
  registerContainers(plugins.filter(({ id }) => added.some(({ plugin }) => plugin === id)));
  added.forEach(register);
  void triggerAppChange();
}

/** Tries a failed page again, with fresh code. */
export async function retryPage(page: RemotePage): Promise<void> {
  const application = applicationOf(page);
  setPageStatus(application, 'pending');
  registerContainers(shellInfo()?.plugins.filter(({ id }) => id === page.plugin) ?? [], true);
  await unregisterApplication(application);
  register(page);
}

function register(page: RemotePage): void {
  const name = applicationOf(page);
  registerApplication({
    name,
    app: () => loadPage(page, name),
    activeWhen: ({ pathname }) => isAt(page, pathname),
    customProps: () => ({ domElement: elementOf(name), basePath: page.path, title: textIn(messages.language, page.title) }),
  });
}

function isAt({ plugin, path }: RemotePage, pathname: string): boolean {
  const info = shellInfo();
  const found = info && destinationOf(pathname, info);
  return found?.kind === 'page' && found.page.path === path && found.page.plugin === plugin;
}

async function loadPage({ remote, module, path }: RemotePage, name: string): Promise<LifeCycles> {
  setPageStatus(name, 'pending');
  const { bootstrap, mount, unmount } = (await loadRemoteModule({ remote, module }).catch(async (error: unknown) => {
    await reloadOnce(path);
    throw error;
  })) as RemoteLifecycles;
  const limit = { millis: limitMs, dieOnTimeout: true, warningMillis: limitMs / 2 };
  return {
    bootstrap,
    mount: async (props: Parameters<typeof mount>[0]) => {
      await mount(props);
      setPageStatus(name, 'loaded');
    },
    unmount,
    timeouts: { bootstrap: { ...limit, millis: 120_000 }, mount: limit, unmount: limit, unload: limit },
  } as unknown as LifeCycles;
}

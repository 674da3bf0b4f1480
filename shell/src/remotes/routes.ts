import { allows, type PluginInfo, type RemoteRoute, type ShellInfo, type TextKey } from '@outrider/sdk';

/** A page that a remote brings. */
export interface RemotePage extends RemoteRoute {
  plugin: string;
  /** The container's name. */
  remote: string;
}

/** What a path leads to. */
export type Destination =
  | { kind: 'home' }
  | { kind: 'own'; page: OwnPage }
  | { kind: 'page'; page: RemotePage }
  | { kind: 'denied'; page: RemotePage }
  | { kind: 'off'; title: Record<string, string> }
  | { kind: 'unknown' };

/** The shell's own page of settings. */
export const settingsPath = '/account-settings';

/** A page of the shell's own, besides Home. `title` is a key of its messages. */
export interface OwnPage {
  id: 'settings' | 'help' | 'api-docs' | 'gallery';
  path: string;
  title: TextKey<'shell'>;
}

/** Where the documentation of the API is; the host sends /api/docs here. */
export const apiDocsPath = '/api-docs';

/** How things are done. */
export const helpPath = '/help';

const ownPages: OwnPage[] = [
  { id: 'help', path: helpPath, title: 'bar.help' },
  { id: 'settings', path: settingsPath, title: 'settings.title' },
  { id: 'api-docs', path: apiDocsPath, title: 'links.apiDocs' },
];

/** Only a host with the demonstration shows every component in all its states. */
const gallery: OwnPage = { id: 'gallery', path: '/gallery', title: 'screen.gallery' };

/** Every page of every remote. */
export function pagesOf(plugins: PluginInfo[]): RemotePage[] {
  return plugins.flatMap(({ id, remote }) => (remote?.routes ?? []).map((route) => ({ ...route, plugin: id, remote: remote?.name ?? id })));
}

/** Decides what `pathname` shows. The longest matching path wins; a page owns the paths below its own. */
export function destinationOf(pathname: string, { plugins, session, off, demo }: Pick<ShellInfo, 'plugins' | 'session' | 'off' | 'demo'>): Destination {
  if (pathname === '/') {
    return { kind: 'home' };
  }
  const own = [...ownPages, ...(demo ? [gallery] : [])].find(({ path }) => path === pathname);
  if (own) {
    return { kind: 'own', page: own };
  }
  const page = longest(pagesOf(plugins), pathname);
  if (page) {
    return { kind: allows(session.permissions, page.permission) ? 'page' : 'denied', page };
  }
  const away = longest(off, pathname);
  return away ? { kind: 'off', title: away.title } : { kind: 'unknown' };
}

function longest<T extends { path: string }>(places: T[], pathname: string): T | undefined {
  return places.filter(({ path }) => covers(path, pathname)).sort((a, b) => b.path.length - a.path.length)[0];
}

/** Reports whether `path` is `pathname` or one of its parents. */
export function covers(path: string, pathname: string): boolean {
  return pathname === path || pathname.startsWith(`${path}/`);
}

import { allows, type PluginInfo, type RemoteRoute, type ShellInfo } from '@outrider/sdk';

/** A page that a remote brings. */
export interface RemotePage extends RemoteRoute {
  plugin: string;
  /** The container's name. */
  remote: string;
}

/** What a path leads to. */
export type Destination =
  | { kind: 'home' }
  | { kind: 'settings' }
  | { kind: 'page'; page: RemotePage }
  | { kind: 'denied'; page: RemotePage }
  | { kind: 'off'; title: Record<string, string> }
  | { kind: 'unknown' };

/** The shell's own page of settings. */
export const settingsPath = '/account-settings';

/** Every page of every remote. */
export function pagesOf(plugins: PluginInfo[]): RemotePage[] {
  return plugins.flatMap(({ id, remote }) => (remote?.routes ?? []).map((route) => ({ ...route, plugin: id, remote: remote?.name ?? id })));
}

/** Decides what `pathname` shows. The longest matching path wins; a page owns the paths below its own. */
export function destinationOf(pathname: string, { plugins, session, off }: Pick<ShellInfo, 'plugins' | 'session' | 'off'>): Destination {
  if (pathname === '/') {
    return { kind: 'home' };
  }
  if (pathname === settingsPath) {
    return { kind: 'settings' };
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

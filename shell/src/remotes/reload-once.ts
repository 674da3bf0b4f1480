import { shellInfoSchema } from '@outrider/sdk';

import { api } from '../api/api';

const key = 'outrider.reloaded';
const firstPath = typeof location === 'undefined' ? '' : location.pathname;

/**
 * Reloads the page when code could not be loaded on a navigation: most likely a release took the old files away. Only once
 * a path, not on the page's own start, and not while the server cannot be reached; then the place itself says what is wrong.
 */
export async function reloadOnce(path: string): Promise<void> {
  const done = new Set(JSON.parse(sessionStorage.getItem(key) ?? '[]') as string[]);
  if (done.has(path) || location.pathname === firstPath) {
    return;
  }
  const isReachable = await api.get('/shell', shellInfoSchema).then(
    () => true,
    () => false,
  );
  if (isReachable) {
    sessionStorage.setItem(key, JSON.stringify([...done, path]));
    location.reload();
  }
}

import type { ShellInfo } from '@outrider/sdk';

import { destinationOf } from '../remotes/routes';

/** Reports whether a page is there and the user may see it. */
export function isOpenTo(info: ShellInfo, path: string): boolean {
  return ['home', 'own', 'page'].includes(destinationOf(path, info).kind);
}

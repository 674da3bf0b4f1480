import { useShellInfo, useText } from '@outrider/sdk';

import { destinationOf } from '../remotes/routes';

/** Why a page cannot be visited, or undefined when it can. `isAllowed` is what the manifest's own permission says. */
export function useRefusal(path: string, isAllowed = true): string | undefined {
  const t = useText('shell');
  const info = useShellInfo();
  if (!isAllowed) {
    return t('bar.noPermission');
  }
  const { pathname } = new URL(path, location.href);
  switch (destinationOf(pathname, info).kind) {
    case 'denied':
      return t('bar.noPermission');
    case 'off':
      return t('bar.moduleOff');
    case 'unknown':
      return t('bar.notInstalled');
    default:
      return undefined;
  }
}

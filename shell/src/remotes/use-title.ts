import { useManifestText, useShellInfo, useText } from '@outrider/sdk';
import { useLocation } from '@outrider/sdk/router';

import { destinationOf } from './routes';

/** The name of the page that the path leads to. */
export function useTitle(): string {
  const t = useText('shell');
  const text = useManifestText();
  const { pathname } = useLocation();
  const destination = destinationOf(pathname, useShellInfo());
  switch (destination.kind) {
    case 'page':
    case 'denied':
      return text(destination.page.title);
    case 'off':
      return text(destination.title);
    case 'own':
      return t(destination.page.title);
    default:
      return t('screen.home');
  }
}

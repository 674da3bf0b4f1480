import { useShellInfo, useText } from '@outrider/sdk';
import { Navigate, useLocation } from '@outrider/sdk/router';
import { useRef } from 'react';

import { DeniedPage } from '../pages/denied-page';
import { ModuleOffPage } from '../pages/module-off-page';
import { ownPageLoaders } from '../pages/own-pages';
import { PagePlace } from '../pages/page-place';
import { StartingPage } from '../pages/starting-page';
import { RemoteOutlet } from '../remotes/remote-outlet';
import { destinationOf } from '../remotes/routes';

const dashboard = '/dashboard';

/** The page that the path leads to. An unknown path goes to /dashboard, which is Home and gives its place to `/`; while plugins are on their first start it waits, since its page may come. */
export function Content() {
  const t = useText('shell');
  const { pathname } = useLocation();
  const info = useShellInfo();
  const isStarting = useFirstStart(info.starting);
  const destination = destinationOf(pathname, info);
  switch (destination.kind) {
    case 'home':
      return isStarting ? <StartingPage /> : <PagePlace key="home" title={t('screen.home')} path="/" load={ownPageLoaders.home} />;
    case 'own': {
      const { id, path, title } = destination.page;
      return <PagePlace key={id} title={t(title)} path={path} load={ownPageLoaders[id]} />;
    }
    case 'page':
      return <RemoteOutlet key={destination.page.path} page={destination.page} />;
    case 'denied':
      return <DeniedPage title={destination.page.title} />;
    case 'off':
      return <ModuleOffPage title={destination.title} />;
    case 'unknown':
      return info.starting ? <StartingPage /> : <Navigate to={pathname === dashboard ? '/' : dashboard} replace />;
  }
}

/** Reports whether Home has yet to be shown: half of its widgets would be missing. Where it was shown before the host was restarted it stays. */
function useFirstStart(starting: boolean | undefined): boolean {
  const wasWhole = useRef(false);
  wasWhole.current ||= !starting;
  return !wasWhole.current;
}

import { useShellInfo, useText } from '@outrider/sdk';
import { Navigate, useLocation } from '@outrider/sdk/router';

import { DeniedPage } from '../pages/denied-page';
import { ModuleOffPage } from '../pages/module-off-page';
import { ownPageLoaders } from '../pages/own-pages';
import { PagePlace } from '../pages/page-place';
import { RemoteOutlet } from '../remotes/remote-outlet';
import { destinationOf } from '../remotes/routes';

const dashboard = '/dashboard';

/** The page that the path leads to. An unknown path goes to /dashboard, which is Home and gives its place to `/`. */
export function Content() {
  const t = useText('shell');
  const { pathname } = useLocation();
  const info = useShellInfo();
  const destination = destinationOf(pathname, info);
  switch (destination.kind) {
    case 'home':
      return <PagePlace key="home" title={t('screen.home')} path="/" load={ownPageLoaders.home} />;
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
      return <Navigate to={pathname === dashboard ? '/' : dashboard} replace />;
  }
}

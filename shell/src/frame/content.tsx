import { Loading, useShellInfo } from '@outrider/sdk';
import { Navigate, useLocation } from '@outrider/sdk/router';
import { lazy, Suspense } from 'react';

import { ApiDocs } from '../api-docs/lazy';
import { Help } from '../help/lazy';
import { HomePage } from '../home/home-page';
import { DeniedPage } from '../pages/denied-page';
import { ModuleOffPage } from '../pages/module-off-page';
import { RemoteOutlet } from '../remotes/remote-outlet';
import { destinationOf, type OwnPage } from '../remotes/routes';
import { SettingsPlace } from '../settings/settings-place';

const dashboard = '/dashboard';

/** The SDK's components in all their states; only a host with the demonstration shows them. */
const Gallery = lazy(() => import('@outrider/sdk/gallery').then((module) => ({ default: module.Gallery })));

/** The page that the path leads to. An unknown path goes to /dashboard, which is Home and gives its place to `/`. */
export function Content() {
  const { pathname } = useLocation();
  const info = useShellInfo();
  const destination = destinationOf(pathname, info);
  switch (destination.kind) {
    case 'home':
      return <HomePage />;
    case 'own':
      return <OwnContent id={destination.page.id} />;
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

function OwnContent({ id }: Pick<OwnPage, 'id'>) {
  switch (id) {
    case 'settings':
      return <SettingsPlace />;
    case 'help':
      return <Help />;
    case 'api-docs':
      return <ApiDocs />;
    case 'gallery':
      return (
        <Suspense fallback={<Loading />}>
          <Gallery />
        </Suspense>
      );
  }
}

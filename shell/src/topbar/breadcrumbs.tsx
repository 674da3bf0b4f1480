import { Icon, useManifestText, useShellInfo, useText } from '@outrider/sdk';
import { Fragment } from 'react';
import { Link, useLocation } from '@outrider/sdk/router';

import { covers, destinationOf, pagesOf } from '../remotes/routes';

/** The way to this page: Home and every page whose path leads here. */
export function Breadcrumbs() {
  const t = useText('shell');
  const text = useManifestText();
  const { pathname } = useLocation();
  const info = useShellInfo();
  const matched = pagesOf(info.plugins)
    .filter(({ path }) => covers(path, pathname))
    .sort((a, b) => a.path.length - b.path.length);
  const destination = destinationOf(pathname, info);
  const own = destination.kind === 'own' ? [{ path: pathname, title: t(destination.page.title) }] : [];
  const crumbs = [{ path: '/', title: t('screen.home') }, ...own, ...matched.map(({ path, title }) => ({ path, title: text(title) }))];
  const before = crumbs.slice(0, -1);
  const here = crumbs.at(-1);

  return (
    <nav className="crumbs" aria-label={t('bar.crumbs')}>
      {before.map(({ path, title }) => (
        <Fragment key={path}>
          <Link to={path}>{title}</Link>
          <Icon name="chevron-right" small />
        </Fragment>
      ))}
      <b aria-current="page">{here?.title}</b>
    </nav>
  );
}

import { BrandMark, Icon, languages, useShellInfo, useText } from '@outrider/sdk';
import { Tooltip } from '@outrider/sdk/mui';
import { Fragment, useMemo } from 'react';
import { Link } from '@outrider/sdk/router';

import { DrawerEntry } from './drawer-entry';
import { DrawerGroup } from './drawer-group';
import { entriesOf, sectionsOf } from './entries';
import { moveByArrows } from './move-by-arrows';
import { OrganisationCard } from './organisation-card';
import { useBadgeSources } from './use-badge-sources';

import './drawer.css';

interface DrawerProps {
  collapsed: boolean;
  /** Absent where it cannot collapse: on a narrow screen it opens over the page. */
  onCollapse: (() => void) | undefined;
}

/** The navigation, as manifests fill it. */
export function Drawer({ collapsed, onCollapse }: DrawerProps) {
  const t = useText('shell');
  const info = useShellInfo();
  useBadgeSources();
  const sections = useMemo(() => sectionsOf(entriesOf(info, Object.fromEntries(languages.map((language) => [language, t('screen.home')])))), [info, t]);

  return (
    <div className={collapsed ? 'drawer mini' : 'drawer'}>
      <div className="brand">
        <BrandMark />
        <span>Outrider</span>
      </div>
      <OrganisationCard collapsed={collapsed} />
      {/* The arrow keys are a shortcut between links, each of which is reached by Tab as well. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <nav className="nav" aria-label={t('drawer.main')} onKeyDown={moveByArrows}>
        {sections.map((entries, index) => (
          <Fragment key={entries[0]?.id}>
            {index > 0 ? <hr /> : null}
            {entries.map((entry) =>
              entry.children.length > 0 ? (
                <DrawerGroup key={entry.id} entry={entry} collapsed={collapsed} />
              ) : (
                <DrawerEntry key={entry.id} entry={entry} collapsed={collapsed} />
              ),
            )}
          </Fragment>
        ))}
      </nav>
      <footer className="foot">
        {onCollapse ? (
          <Tooltip title={collapsed ? t('drawer.expand') : ''} placement="right">
            <button type="button" className="foot-fold" onClick={onCollapse} aria-label={collapsed ? t('drawer.expand') : t('drawer.collapse')} aria-expanded={!collapsed}>
              <Icon name="collapse" />
              <span>{t('drawer.collapseShort')}</span>
            </button>
          </Tooltip>
        ) : null}
        <Tooltip title={collapsed ? t('screen.home') : ''} placement="right">
          <Link to="/dashboard" className="foot-home" aria-label={collapsed ? t('screen.home') : undefined}>
            {collapsed ? <Icon name="home" /> : t('screen.home')}
          </Link>
        </Tooltip>
      </footer>
    </div>
  );
}

import { Icon, IconButton, useText } from '@outrider/sdk';

import { useTitle } from '../remotes/use-title';
import { AccountMenu } from './account-menu';
import { Breadcrumbs } from './breadcrumbs';
import { HelpMenu } from './help-menu';
import { LiveState } from './live-state';
import { MoreMenu } from './more-menu';
import { NewRelease } from './new-release';
import { ToolbarLink } from './toolbar-link';
import { ToolbarPanel } from './toolbar-panel';
import { useToolbarPlaces } from './toolbar-places';
import { useBack } from './use-back';

import './top-bar.css';

interface TopBarProps {
  isNarrow: boolean;
  onMenu: () => void;
  onSearch: () => void;
}

/** Where the user is, a way back, the search, whether the data is live, and the account. */
export function TopBar(props: TopBarProps) {
  return <header className="topbar">{props.isNarrow ? <NarrowBar {...props} /> : <WideBar {...props} />}</header>;
}

function NarrowBar({ onMenu, onSearch }: TopBarProps) {
  const t = useText('shell');
  const { panels } = useToolbarPlaces();
  return (
    <>
      <IconButton label={t('bar.menu')} onClick={onMenu}>
        <Icon name="menu" />
      </IconButton>
      <b className="narrow-title ell">{useTitle()}</b>
      <LiveState />
      <span className="grow" />
      <NewRelease />
      <IconButton label={t('bar.search')} onClick={onSearch}>
        <Icon name="search" />
      </IconButton>
      {panels.map((panel) => (
        <ToolbarPanel key={panel.id} {...panel} />
      ))}
      <MoreMenu />
      <AccountMenu isNarrow />
    </>
  );
}

function WideBar({ onSearch }: TopBarProps) {
  const t = useText('shell');
  const back = useBack();
  const { own, others, panels } = useToolbarPlaces();
  return (
    <>
      <div className="topbar-side">
        <IconButton className="back" label={t('bar.back')} disabled={!back} onClick={back}>
          <Icon name="back" />
        </IconButton>
        <Breadcrumbs />
      </div>
      <button type="button" className="cmdk" onClick={onSearch} aria-keyshortcuts="Control+K Meta+K">
        <Icon name="search" small />
        <span className="grow ell">{t('bar.searchField')}</span>
        <span className="kbd" aria-hidden="true">
          {isApple() ? '⌘K' : 'Ctrl K'}
        </span>
      </button>
      <div className="topbar-side end">
        <NewRelease />
        <LiveState />
        <span className="vr" />
        <div className="row toolbar">
          <HelpMenu />
          {panels.map((panel) => (
            <ToolbarPanel key={panel.id} {...panel} />
          ))}
          {[...own, ...others].map(({ id, ...place }) => (
            <ToolbarLink key={id} {...place} />
          ))}
      </div>
      <AccountMenu isNarrow={false} />
      </div>
    </>
  );
}

function isApple(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent);
}

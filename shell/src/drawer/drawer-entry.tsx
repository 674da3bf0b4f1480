import { Icon, useBadge, useManifestText, useText } from '@outrider/sdk';
import { Tooltip } from '@outrider/sdk/mui';
import { Link, useLocation } from '@outrider/sdk/router';

import { covers } from '../remotes/routes';
import { badgeText, labelSize, type Entry } from './entries';

interface DrawerEntryProps {
  entry: Entry;
  collapsed: boolean;
  isSub?: boolean;
}

/** One line of the drawer: where it leads, how much waits there, or why it may not be used. */
export function DrawerEntry({ entry, collapsed, isSub = false }: DrawerEntryProps) {
  const t = useText('shell');
  const text = useManifestText();
  const { pathname } = useLocation();
  const isCurrent = entry.path === '/' ? pathname === '/' : covers(entry.path, pathname);
  const label = text(entry.label);
  const inside = (
    <>
      {isSub ? null : <Icon name={entry.icon} />}
      <span className="entry-label" style={{ fontSize: labelSize(label) }}>
        {label}
      </span>
      <Badge id={entry.id} />
    </>
  );
  const classes = [isSub && 'sub', isCurrent && 'on'].filter(Boolean).join(' ');

  if (!entry.isAllowed) {
    return (
      <Tooltip title={t('drawer.noPermission', { label })} placement="right">
        <span className={`entry off ${classes}`} role="link" aria-disabled="true" aria-label={label} tabIndex={0}>
          {inside}
        </span>
      </Tooltip>
    );
  }
  return (
    <Tooltip title={collapsed ? label : ''} placement="right">
      <Link className={`entry ${classes}`} to={entry.path} aria-current={isCurrent ? 'page' : undefined} aria-label={collapsed ? label : undefined}>
        {inside}
      </Link>
    </Tooltip>
  );
}

function Badge({ id }: { id: string }) {
  const t = useText('shell');
  const badge = useBadge(id);
  if (!badge || badge.count <= 0) {
    return null;
  }
  return (
    <span className={badge.tone === 'ok' ? 'badge ok' : 'badge'}>
      {badgeText(badge.count)}
      <span className="unseen">{t(badge.tone === 'ok' ? 'drawer.finished' : 'drawer.unread')}</span>
    </span>
  );
}

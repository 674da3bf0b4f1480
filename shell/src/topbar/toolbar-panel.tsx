import { Icon, IconButton, RemotePart, useBadge, useText } from '@outrider/sdk';
import { Popover, Tooltip } from '@outrider/sdk/mui';
import { useMemo, useState } from 'react';

import { badgeText } from '../drawer/entries';
import type { ToolbarPanelPlace } from './toolbar-places';

/** An icon of the top bar that opens a panel of a remote below it, or a dialog of it, with how much waits there. */
export function ToolbarPanel({ isDialog, id, icon, label, address }: ToolbarPanelPlace) {
  const t = useText('shell');
  const count = useBadge(id)?.count ?? 0;
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const props = useMemo(() => ({ close: () => setAnchor(null) }), []);
  const name = count > 0 ? `${label}, ${badgeText(count)} ${t('drawer.unread')}` : label;
  return (
    <>
      <Tooltip title={name}>
        <IconButton className="with-badge" label={name} title={null} aria-haspopup="dialog" aria-expanded={anchor !== null} onClick={(event) => setAnchor(event.currentTarget)}>
          <Icon name={icon} />
          {count > 0 ? <span className="badge" aria-hidden="true">{badgeText(count)}</span> : null}
        </IconButton>
      </Tooltip>
      {isDialog && anchor ? <RemotePart address={address} title={label} props={props} /> : null}
      <Popover
        open={anchor !== null && !isDialog}
        anchorEl={anchor}
        onClose={props.close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { className: 'toolbar-panel', role: 'dialog', 'aria-label': label } }}
      >
        <RemotePart address={address} title={label} props={props} />
      </Popover>
    </>
  );
}

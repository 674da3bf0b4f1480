import { contributionsTo, ExtensionSlot, Icon, useSession, useText } from '@outrider/sdk';
import { Popover, Tooltip } from '@outrider/sdk/mui';
import { useState } from 'react';

/** Where the user works: organisation and group. Where a remote brings a chooser, the card opens it. */
export function OrganisationCard({ collapsed }: { collapsed: boolean }) {
  const t = useText('shell');
  const { Org, user } = useSession();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const canChoose = contributionsTo('group-chooser').length > 0;
  const inside = (
    <>
      <span className="grow">
        <b className="ell">{Org.name}</b>
        <small className="ell">{user.Node?.label ?? t(`role.${user.Role.name}`, { defaultValue: user.Role.name })}</small>
      </span>
      {collapsed ? <Icon name="users" /> : null}
      {canChoose && !collapsed ? <Icon name="up-down" small /> : null}
    </>
  );

  if (!canChoose) {
    return (
      <Tooltip title={collapsed ? Org.name : ''} placement="right" enterDelay={300}>
        <div className="org">{inside}</div>
      </Tooltip>
    );
  }
  return (
    <>
      <button type="button" className="org" aria-label={t('drawer.chooseGroup', { organisation: Org.name })} aria-haspopup="dialog" onClick={(event) => setAnchor(event.currentTarget)}>
        {inside}
      </button>
      <Popover open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)} anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}>
        <ExtensionSlot name="group-chooser" />
      </Popover>
    </>
  );
}

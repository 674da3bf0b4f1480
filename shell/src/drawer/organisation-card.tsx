import { announcedFor, Icon, useChosenGroup, useSession, useShellInfo, useText, type TextKey } from '@outrider/sdk';
import { Tooltip } from '@outrider/sdk/mui';
import { useState } from 'react';

import { GroupDialog } from './group-dialog';
import { ownGroup } from './own-group';

/** Where the user works: organisation and group. Where the user may see groups, it opens their tree. */
export function OrganisationCard({ collapsed }: { collapsed: boolean }) {
  const t = useText('shell');
  useShellInfo();
  const session = useSession();
  const { Org, user } = session;
  const chosen = useChosenGroup();
  const [open, setOpen] = useState(false);
  const chooser = announcedFor('group-chooser')[0];
  const canChoose = chooser?.isAllowed === true;
  const place = chosen?.label ?? ownGroup(session) ?? t(`role.${user.Role.name}` as TextKey<'shell'>, { defaultValue: user.Role.name });
  const inside = (
    <>
      <span className="grow">
        <b className="ell">{Org.name}</b>
        <small className="ell">{place}</small>
      </span>
      {collapsed ? <span className="org-initial">{Org.name.slice(0, 1)}</span> : null}
      {canChoose && !collapsed ? <Icon name="up-down" small /> : null}
    </>
  );

  if (!canChoose) {
    return (
      <Tooltip title={collapsed ? `${Org.name}, ${place}` : ''} placement="right">
        <div className="org">{inside}</div>
      </Tooltip>
    );
  }
  return (
    <>
      <Tooltip title={collapsed ? `${Org.name}, ${place}` : ''} placement="right">
        <button type="button" className="org" aria-label={t('drawer.chooseGroup', { organisation: Org.name, group: place })} aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {inside}
        </button>
      </Tooltip>
      {open ? <GroupDialog onClose={() => setOpen(false)} /> : null}
    </>
  );
}

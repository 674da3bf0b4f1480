import { announcedFor, Button, Icon, useChosenGroup, useSession, useShellInfo, useText } from '@outrider/sdk';
import { useState } from 'react';

import { GroupDialog } from '../drawer/group-dialog';
import { ownGroup } from '../drawer/own-group';

/** Which group Home is about; opens the hierarchy, where the user may see it. */
export function GroupButton() {
  const t = useText('shell');
  useShellInfo();
  const session = useSession();
  const chosen = useChosenGroup();
  const [open, setOpen] = useState(false);
  if (!announcedFor('group-chooser').some(({ isAllowed }) => isAllowed)) {
    return null;
  }
  const group = chosen?.label ?? ownGroup(session) ?? t('home.allGroups');
  return (
    <>
      <Button aria-haspopup="dialog" aria-label={t('drawer.chooseGroup', { organisation: session.Org.name, group })} onClick={() => setOpen(true)}>
        <Icon name="users" small />
        <span className="ell">{group}</span>
        <Icon name="chevron-down" small />
      </Button>
      {open ? <GroupDialog onClose={() => setOpen(false)} /> : null}
    </>
  );
}

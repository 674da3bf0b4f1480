import { Icon, IconButton, useText, type TextKey } from '@outrider/sdk';
import { Menu, MenuItem } from '@outrider/sdk/mui';
import { useRef, useState } from 'react';

import type { Kind } from '../api/alert';
import { saveGrouping, useGrouping, type Grouping } from './grouping';

/** Which alerts are folded into one row; the choice is kept with the user. */
export function GroupMenu({ kind }: { kind: Kind }) {
  const t = useText('alerts');
  const grouping = useGrouping();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const isOn = kind === 'geofence' ? grouping.geofenceGroupBy !== 'none' : grouping.enableGrouping;
  const label = t('grouping.title');
  return (
    <>
      <IconButton ref={button} size="small" isOn={isOn} aria-haspopup="menu" aria-expanded={isOpen} label={label} onClick={() => setOpen(true)}>
        <Icon name="layers" small />
      </IconButton>
      <Menu open={isOpen} anchorEl={button.current} onClose={() => setOpen(false)}>
        {(kind === 'geofence' ? byFence(grouping) : byType(grouping)).map(({ key, isChosen, isDisabled, change, role }) => (
          <MenuItem key={key} dense role={role} aria-checked={isChosen} disabled={isDisabled ?? false} onClick={() => void saveGrouping(change)}>
            <span className={isChosen ? 'check on' : 'check'} aria-hidden="true">
              {isChosen ? <Icon name="check" small /> : null}
            </span>
            <span className="chip-menu-label">{t(`grouping.${key}` as TextKey<'alerts'>)}</span>
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}

interface Choice {
  key: string;
  isChosen: boolean;
  isDisabled?: boolean;
  change: Partial<Grouping>;
  role: 'menuitemcheckbox' | 'menuitemradio';
}

function byType({ enableGrouping, groupDistraction, groupFatigue }: Grouping): Choice[] {
  const role = 'menuitemcheckbox';
  return [
    { key: 'enableGrouping', isChosen: enableGrouping, change: { enableGrouping: !enableGrouping }, role },
    { key: 'groupDistraction', isChosen: groupDistraction, isDisabled: !enableGrouping, change: { groupDistraction: !groupDistraction }, role },
    { key: 'groupFatigue', isChosen: groupFatigue, isDisabled: !enableGrouping, change: { groupFatigue: !groupFatigue }, role },
  ];
}

function byFence({ geofenceGroupBy }: Grouping): Choice[] {
  return (['none', 'vehicle', 'geofence'] as const).map((key) => ({ key, isChosen: key === geofenceGroupBy, change: { geofenceGroupBy: key }, role: 'menuitemradio' }));
}

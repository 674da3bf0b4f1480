import { Icon, IconButton, useText, type IconName } from '@outrider/sdk';
import { Divider, Menu, MenuItem } from '@outrider/sdk/mui';
import { useState } from 'react';

import type { Arrangement } from './arrange';
import type { CardActions } from './card-actions';
import type { WidgetPlace } from './layout';

interface WidgetMenuProps {
  name: string;
  place: WidgetPlace;
  canArrange: boolean;
  actions: CardActions;
}

const arrangements: { how: Arrangement; icon: IconName }[] = [
  { how: 'left', icon: 'chevron-left' },
  { how: 'right', icon: 'chevron-right' },
  { how: 'up', icon: 'chevron-up' },
  { how: 'down', icon: 'chevron-down' },
  { how: 'wider', icon: 'plus' },
  { how: 'narrower', icon: 'minus' },
  { how: 'taller', icon: 'plus' },
  { how: 'shorter', icon: 'minus' },
];

/** What can be done with a card without dragging it. */
export function WidgetMenu({ name, place, canArrange, actions }: WidgetMenuProps) {
  const t = useText('shell');
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
  return (
    <>
      <IconButton size="small" label={t('home.menu', { name })} aria-haspopup="menu" aria-expanded={anchor !== null} onClick={(event) => setAnchor(event.currentTarget)}>
        <Icon name="more" />
      </IconButton>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={close} anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }} transformOrigin={{ vertical: 'top', horizontal: 'right' }}>
        {canArrange
          ? arrangements.map(({ how, icon }) => (
              <MenuItem key={how} disabled={place.static} onClick={() => actions.arrange(place.id, how)}>
                <Icon name={icon} small />
                {t(`home.${how}`)}
              </MenuItem>
            ))
          : null}
        {canArrange ? <Divider /> : null}
        {canArrange ? (
          <MenuItem
            onClick={() => {
              close();
              actions.pin(place.id, !place.static);
            }}
          >
            <Icon name="lock" small />
            {t(place.static ? 'home.unpin' : 'home.pin')}
          </MenuItem>
        ) : null}
        <MenuItem
          onClick={() => {
            close();
            actions.hide(place.id);
          }}
        >
          <Icon name="eye" small />
          {t('home.hide')}
        </MenuItem>
      </Menu>
    </>
  );
}

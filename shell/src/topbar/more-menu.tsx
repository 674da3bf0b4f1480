import { Icon, IconButton, useText } from '@outrider/sdk';
import { Divider, Menu, MenuItem } from '@outrider/sdk/mui';
import { useNavigate } from '@outrider/sdk/router';
import { useState } from 'react';

import { OutsideItems } from './outside-items';
import { useToolbarPlaces, type ToolbarPlace } from './toolbar-places';
import { useBack } from './use-back';
import { useRefusal } from './use-refusal';

/** What does not fit into a narrow top bar: back, the icons' pages and help. */
export function MoreMenu() {
  const t = useText('shell');
  const back = useBack();
  const { own, others } = useToolbarPlaces();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
  return (
    <>
      <IconButton label={t('bar.more')} aria-haspopup="menu" aria-expanded={anchor !== null} onClick={(event) => setAnchor(event.currentTarget)}>
        <Icon name="more" className="dd" />
      </IconButton>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={close} anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }} transformOrigin={{ vertical: 'top', horizontal: 'right' }}>
        <MenuItem
          disabled={!back}
          onClick={() => {
            close();
            back?.();
          }}
        >
          <Icon name="back" />
          {t('bar.back')}
        </MenuItem>
        {[...own, ...others].map((place) => (
          <PlaceItem key={place.id} place={place} onLeave={close} />
        ))}
        <Divider />
        <OutsideItems onLeave={close} />
      </Menu>
    </>
  );
}

function PlaceItem({ place: { icon, label, path, isAllowed }, onLeave, ...item }: { place: ToolbarPlace; onLeave: () => void }) {
  const navigate = useNavigate();
  const refusal = useRefusal(path, isAllowed);
  return (
    <MenuItem
      {...item}
      disabled={refusal !== undefined}
      onClick={() => {
        onLeave();
        void navigate(path);
      }}
    >
      <Icon name={icon} />
      <span className="grow">
        {label}
        {refusal ? <small className="menu-why">{refusal}</small> : null}
      </span>
    </MenuItem>
  );
}

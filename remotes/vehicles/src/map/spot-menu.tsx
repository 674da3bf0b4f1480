import { useText } from '@outrider/sdk';
import { Menu, MenuItem } from '@outrider/sdk/mui';
import type L from 'leaflet';
import { useEffect, useState } from 'react';

import { coordinatesText, copyCoordinates } from '../fleet/copy-coordinates';

interface Asked {
  left: number;
  top: number;
  place: { lat: number; lng: number };
}

/** The menu of a place on the map: right click, or a long press. */
export function SpotMenu({ map }: { map: L.Map }) {
  const t = useText('vehicles');
  const [asked, setAsked] = useState<Asked>();

  useEffect(() => {
    const ask = ({ latlng, originalEvent }: L.LeafletMouseEvent) => setAsked({ left: originalEvent.clientX, top: originalEvent.clientY, place: latlng });
    map.on('contextmenu', ask);
    return () => void map.off('contextmenu', ask);
  }, [map]);

  if (!asked) {
    return null;
  }
  const close = () => setAsked(undefined);
  return (
    <Menu open onClose={close} anchorReference="anchorPosition" anchorPosition={asked}>
      <MenuItem
        onClick={() => {
          void copyCoordinates(asked.place);
          close();
        }}
      >
        {t('map.copyCoordinates')} <span className="t3 num">{coordinatesText(asked.place)}</span>
      </MenuItem>
    </Menu>
  );
}

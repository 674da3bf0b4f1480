import { useText } from '@outrider/sdk';
import type L from 'leaflet';
import { useEffect, useRef } from 'react';

import { STATUS_TOKEN, type FleetVehicle } from '../fleet/vehicle';
import { select } from '../state/use-selected';
import { Now } from './vehicle-popup';

interface DockProps {
  vehicle: FleetVehicle;
  map: L.Map;
  follow: (on: boolean) => void;
}

/** A followed vehicle is seen at least this near. */
const nearZoom = 13;

/** Over a panel beside the map: how fast the vehicle is and where. While it is there the map follows; then it looks where it looked before. */
export function Dock({ vehicle, map, follow }: DockProps) {
  const t = useText('vehicles');
  const { id, place, driver, status } = vehicle;
  const latest = useRef(vehicle);
  latest.current = vehicle;
  useEffect(() => {
    const [centre, zoom] = [map.getCenter(), map.getZoom()];
    select(id);
    map.stop(); // what still moves would end elsewhere
    map.setView(latest.current.position ?? centre, Math.max(zoom, nearZoom), { animate: false });
    const timer = requestAnimationFrame(() => follow(true)); // when the vehicle is the chosen one
    return () => {
      cancelAnimationFrame(timer);
      if (!map.getPane('mapPane')) return; // the screen was left
      follow(false);
      map.setView(centre, zoom, { animate: false });
    };
  }, [id, map, follow]);
  return (
    <section className={`map-dock popup-strip st-${STATUS_TOKEN[status]}`} aria-label={t('popup.place')}>
      <div className="grow">
        <b className="ell">{place || t('place.notKnown')}</b>
        <span className="s12 t2 ell">{driver || t('popup.noDriver')}</span>
      </div>
      <Now vehicle={vehicle} />
    </section>
  );
}

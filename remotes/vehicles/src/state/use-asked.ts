import type L from 'leaflet';
import { useEffect } from 'react';

import type { FleetVehicle } from '../fleet/vehicle';

/** Does what the address asks for, as soon as the map can show it; the code of it comes when something is asked. */
export function useAsked(selected: FleetVehicle | undefined, map: L.Map | undefined): void {
  useEffect(() => {
    const look = () => {
      if (map && /[?&](action|centre)=/.test(location.search)) void import('./asked').then(({ runAsked }) => runAsked(selected, map));
    };
    look();
    window.addEventListener('popstate', look);
    return () => window.removeEventListener('popstate', look);
  }, [selected, map]);
}

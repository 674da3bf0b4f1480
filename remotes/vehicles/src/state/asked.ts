import { actionsFor, runVehicleAction } from '@outrider/sdk';

import type L from 'leaflet';

import type { FleetVehicle } from '../fleet/vehicle';
import { actionVehicleOf } from './use-vehicle-actions';

/** How near a place is shown. */
const placeZoom = 12;

/** Does once what the map's address asks for: `action=<remote>.<id>` with the chosen vehicle, `centre=<lat>,<lng>`. It is taken out of the address. */
export function runAsked(selected: FleetVehicle | undefined, map: L.Map): void {
  const url = new URL(location.href);
  const [action, centre] = [url.searchParams.get('action'), url.searchParams.get('centre')];
  const isMeant = selected !== undefined && url.searchParams.get('vehicle_id') === selected.id;
  const [lat = NaN, lng = NaN] = (centre ?? '').split(',').map(Number);
  if (centre !== null) url.searchParams.delete('centre');
  if (isMeant) url.searchParams.delete('action');
  if (url.href !== location.href) history.replaceState(history.state, '', url);
  if (Math.abs(lat) <= 90 && Math.abs(lng) <= 180) map.setView([lat, lng], placeZoom);
  if (action && isMeant) {
    const vehicle = actionVehicleOf(selected);
    void actionsFor(vehicle).then((offered) => {
      const asked = offered.find(({ remote, id, disabled }) => !disabled && `${remote}.${id}` === action);
      if (asked) runVehicleAction(asked, vehicle);
    });
  }
}

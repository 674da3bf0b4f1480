import { usePermission } from '@outrider/sdk';
import { MapFit } from '@outrider/sdk/map';
import { useQuery } from '@tanstack/react-query';

import { getVehiclePlaces } from '../api/vehicle-places';

const nowhere: { lat: number; lng: number }[] = [];

/** A map of nothing yet begins where the vehicles are, as the Map does. Who may not see where they are has the whole country. */
export function FleetFit() {
  const may = usePermission('getVehiclePresence');
  const { data = nowhere } = useQuery({ queryKey: ['geofences', 'vehicle-places'], queryFn: ({ signal }) => getVehiclePlaces(signal), enabled: may, staleTime: Infinity, gcTime: 0, retry: false });
  return <MapFit points={data} />;
}

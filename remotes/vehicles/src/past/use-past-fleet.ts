import { usePermission } from '@outrider/sdk';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';

import { getVehicles } from '../api/get-vehicles';
import { FleetStore } from '../fleet/fleet-store';
import { vehiclesOf, type Fleet } from '../fleet/use-fleet';
import { getMoment } from './get-moment';

/** The fleet as it stood at a moment; `isWaiting` while another moment is on its way. */
export function usePastFleet(at: number): Fleet & { isWaiting: boolean } {
  const [store] = useState(() => new FleetStore());
  const maySeeList = usePermission('viewVehicle');
  const vehicles = useQuery({ queryKey: ['vehicles'], queryFn: ({ signal }) => getVehicles(signal), enabled: maySeeList, staleTime: 60_000 });
  const moment = useQuery({ queryKey: ['moment', at], queryFn: ({ signal }) => getMoment(at, signal), placeholderData: keepPreviousData, staleTime: Infinity, gcTime: 60_000 });
  useEffect(() => {
    if (moment.data) store.showMoment(vehicles.data ?? vehiclesOf(moment.data), moment.data);
  }, [store, vehicles.data, moment.data]);
  const snapshot = useSyncExternalStore(store.subscribe, store.getSnapshot);
  return {
    ...snapshot,
    store,
    state: moment.data ? 'loaded' : moment.error ? 'failed' : 'pending',
    error: moment.error,
    isStale: () => false,
    retry: () => void moment.refetch(),
    isWaiting: moment.isFetching,
  };
}

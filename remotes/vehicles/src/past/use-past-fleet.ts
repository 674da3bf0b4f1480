import { usePermission } from '@outrider/sdk';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';

import { getVehicles } from '../api/get-vehicles';
import { FleetStore } from '../fleet/fleet-store';
import { vehiclesOf, type Fleet } from '../fleet/use-fleet';
import { useRested } from '../state/use-moment';
import { getMoment, type PastRecord } from './get-moment';

/** How long a moment has to stay until its details are asked for, in milliseconds. */
const restMs = 400;

/** The fleet as it stood at a moment; `isWaiting` while another moment is on its way, `trails` once time rests. */
export function usePastFleet(at: number): Fleet & { isWaiting: boolean; trails: readonly PastRecord[] } {
  const [store] = useState(() => new FleetStore());
  const maySeeList = usePermission('viewVehicle');
  const rested = useRested(at, restMs);
  const vehicles = useQuery({ queryKey: ['vehicles'], queryFn: ({ signal }) => getVehicles(signal), enabled: maySeeList, staleTime: 60_000 });
  const moment = useQuery({ queryKey: ['moment', at], queryFn: ({ signal }) => getMoment(at, false, signal), placeholderData: keepPreviousData, staleTime: Infinity, gcTime: 60_000 });
  const details = useQuery({ queryKey: ['moment', rested, 'details'], queryFn: ({ signal }) => getMoment(rested, true, signal), enabled: rested === at && moment.isSuccess && !moment.isFetching, staleTime: Infinity, gcTime: 60_000, retry: false });
  const detailed = rested === at ? details.data : undefined;
  const shown = detailed ?? moment.data;
  useEffect(() => {
    if (!shown) return;
    const groups = new Map(shown.map(({ vehicle_id, group }) => [vehicle_id, group]));
    const records = (vehicles.data ?? vehiclesOf(shown)).map((one) => ({ ...one, group: groups.get(one.id) || one.group }));
    store.showMoment(records, shown);
  }, [store, vehicles.data, shown]);
  const snapshot = useSyncExternalStore(store.subscribe, store.getSnapshot);
  const trails = useMemo(() => (detailed ?? []).filter(({ trail }) => trail.length > 1), [detailed]);
  return {
    ...snapshot,
    store,
    state: moment.data ? 'loaded' : moment.error ? 'failed' : 'pending',
    error: moment.error,
    isStale: () => false,
    retry: () => void moment.refetch(),
    isWaiting: moment.isFetching,
    trails,
  };
}

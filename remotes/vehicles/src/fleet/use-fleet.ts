import { ApiError, useChosenGroup, usePermission, usePush, usePushState, useShellInfo } from '@outrider/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';

import { getPresences, readPresences, type PresenceRecord } from '../api/get-presences';
import { getVehicles, type VehicleRecord } from '../api/get-vehicles';
import { FleetStore, type FleetSnapshot } from './fleet-store';

/** How often presence is asked for while nothing is pushed, in milliseconds. */
const pollMs = 30_000;
/** How often the view catches up with the buffer whatever happens, in milliseconds. */
const refreshMs = 15_000;
/** Presence that nobody renewed for this long is called old, in milliseconds. */
const staleMs = 90_000;

/** How often the vehicles of a chosen group are asked for, in milliseconds. */
const narrowedMs = 60_000;

const vehiclesKey = ['vehicles'];
const presencesKey = ['presences'];

/** The fleet for a screen: what is known, and how the reading of it stands. */
export interface Fleet extends FleetSnapshot {
  store: FleetStore;
  /** `unplaced`: the vehicles are known, and what they are doing could not be read. */
  state: 'pending' | 'failed' | 'unplaced' | 'loaded';
  error: unknown;
  /** What is shown may have changed without us hearing of it. */
  isStale: (now: number) => boolean;
  retry: () => void;
}

/** Reads vehicles and presence, and keeps both fresh: by push, or every 30 s where nothing is pushed. */
export function useFleet(): Fleet {
  const [store] = useState(() => new FleetStore());
  const [isRefused, setRefused] = useState(false);
  const group = useChosenGroup();
  const maySeeList = usePermission('viewVehicle');
  const live = usePushState();
  const queryClient = useQueryClient();
  const mostPushed = useShellInfo().push.most_vehicles || Infinity;

  const vehicles = useQuery({
    queryKey: vehiclesKey, queryFn: ({ signal }) => getVehicles(signal), enabled: maySeeList, staleTime: 60_000, refetchInterval: group ? narrowedMs : false,
  });
  const isTooMany = (vehicles.data?.length ?? 0) >= mostPushed;
  const isPushed = live === 'live' && !isRefused && !isTooMany;
  const presences = useQuery({ queryKey: presencesKey, queryFn: ({ signal }) => getPresences(signal), refetchInterval: isPushed ? false : pollMs });

  usePush(
    isTooMany
      ? undefined
      : {
          topic: 'presenceUpdates',
          context: 'vehicle',
          onValues: (values) => store.applyPresences(readPresences(values)),
          onResync: () => void queryClient.invalidateQueries({ queryKey: presencesKey }),
          onRefused: () => setRefused(true),
        },
  );
  useEffect(
    // Presence is pushed of everything in scope: what is not in the chosen group is no stranger.
    () => (group ? undefined : store.onStranger(() => void queryClient.invalidateQueries({ queryKey: vehiclesKey }))),
    [store, queryClient, group],
  );

  const isListDenied = !maySeeList || isDenied(vehicles.error);
  useEffect(() => {
    if (vehicles.data) {
      store.setVehicles(vehicles.data);
    } else if (isListDenied && presences.data) {
      store.setVehicles(vehiclesOf(presences.data));
    }
  }, [store, vehicles.data, isListDenied, presences.data]);
  useEffect(() => {
    if (presences.data) {
      store.applyPresences(presences.data);
      store.refresh();
    }
  }, [store, presences.data]);
  useEffect(() => {
    const timer = setInterval(store.refresh, refreshMs);
    return () => clearInterval(timer);
  }, [store]);

  const snapshot = useSyncExternalStore(store.subscribe, store.getSnapshot);
  const error = (isListDenied ? undefined : vehicles.error) ?? presences.error;
  const hasVehicles = vehicles.data !== undefined;
  const hasData = (hasVehicles || isListDenied) && presences.data !== undefined;
  // The store has what was read a moment later; before that it counts nobody.
  const isInStore = snapshot.vehicles.length > 0 || (snapshot.heardAt !== undefined && (vehicles.data ?? presences.data ?? []).length === 0);
  return {
    ...snapshot,
    store,
    state: hasData && isInStore ? 'loaded' : hasData || !error ? 'pending' : hasVehicles && !isDenied(error) ? 'unplaced' : 'failed',
    error,
    isStale: (now) => hasData && !isPushed && snapshot.heardAt !== undefined && now - snapshot.heardAt > staleMs,
    retry: () => {
      if (maySeeList) void vehicles.refetch();
      void presences.refetch();
    },
  };
}

const isDenied = (error: unknown) => error instanceof ApiError && error.kind === 'denied';

/** Who may see presence but not the list of vehicles, such as a driver, sees what presence tells of them. */
export function vehiclesOf(presences: PresenceRecord[]): VehicleRecord[] {
  const byId = new Map<string, VehicleRecord>();
  for (const { vehicle_id: id, name, type, device_id, is_defaultdevice } of presences) {
    const known = byId.get(id);
    const device = { device_id, is_defaultdevice };
    byId.set(id, {
      id, vehicle_name: name, vehicle_type: type, group: '', make: '', model: '', key: '', disabled: false, devices: [...(known?.devices ?? []), device],
    });
  }
  return [...byId.values()];
}

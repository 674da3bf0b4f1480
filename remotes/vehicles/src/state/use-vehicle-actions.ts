import { actionsFor, useShellInfo, type ActionVehicle, type OfferedAction } from '@outrider/sdk';
import { useEffect, useState } from 'react';

import { isOnline, type FleetVehicle } from '../fleet/vehicle';

/** A vehicle of the map as actions want it. */
export function actionVehicleOf({ id, deviceId, name, status }: Pick<FleetVehicle, 'id' | 'deviceId' | 'name' | 'status'>): ActionVehicle {
  return { id, name, isOnline: isOnline({ status }), ...(deviceId === undefined ? {} : { deviceId }) };
}

/** What can be done with a vehicle, in its order, but for what the map shows anyway; none until the code of it is there. */
export function useVehicleActions({ id, deviceId, name, status }: FleetVehicle): OfferedAction[] {
  const info = useShellInfo();
  const online = isOnline({ status });
  const [actions, setActions] = useState<OfferedAction[]>([]);

  useEffect(() => {
    let left = false;
    const vehicle = { id, name, isOnline: online, ...(deviceId === undefined ? {} : { deviceId }) };
    void actionsFor(vehicle).then((found) => {
      if (!left) {
        setActions(found.filter((action) => action.remote !== 'vehicles' || action.id !== 'map'));
      }
    });
    return () => {
      left = true;
    };
  }, [info, id, deviceId, name, online]);

  return actions;
}

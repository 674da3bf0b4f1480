import { contributionsTo, loadRemoteModule, useShellInfo, type VehicleAction, type VehicleActionSource } from '@outrider/sdk';
import { useEffect, useState } from 'react';

import { isOnline, type FleetVehicle } from '../fleet/vehicle';

/** What other plugins can do with a vehicle, in their order; none until their code is there. */
export function useVehicleActions({ id, deviceId, name, status }: FleetVehicle): VehicleAction[] {
  const info = useShellInfo();
  const online = isOnline({ status });
  const [actions, setActions] = useState<VehicleAction[]>([]);

  useEffect(() => {
    let left = false;
    const vehicle = { id, name, isOnline: online, ...(deviceId === undefined ? {} : { deviceId }) };
    const asked = contributionsTo('vehicle-actions').map(async (address) => {
      const { vehicleActions } = (await loadRemoteModule(address)) as { vehicleActions: VehicleActionSource };
      return vehicleActions.actionsFor(vehicle);
    });
    void Promise.allSettled(asked).then((answers) => {
      answers.forEach((answer) => answer.status === 'rejected' && console.error('actions of a vehicle', answer.reason));
      const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
      if (!left) {
        setActions(found.sort((a, b) => a.order - b.order));
      }
    });
    return () => {
      left = true;
    };
  }, [info, id, deviceId, name, online]);

  return actions;
}

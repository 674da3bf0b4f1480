import { addMessages, hasPermission, translate, type VehicleActionSource } from '@outrider/sdk';

import { loadMessages } from './messages';

/** What this plugin itself can do with a vehicle: show it on a small map, and say how its hardware is. */
export const vehicleActions: VehicleActionSource = {
  actionsFor: async () => {
    await addMessages('vehicles', loadMessages);
    return [
      ...(hasPermission('getVehiclePresence') ? [{ id: 'map', label: translate('vehicles:action.map'), icon: 'map' as const, order: 30, panel: './map-popup' }] : []),
      { id: 'hardware', label: translate('vehicles:faults.hardware'), icon: 'warning' as const, order: 80, panel: './hardware-status' },
    ];
  },
};

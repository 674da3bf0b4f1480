import { addMessages, hasPermission, translate, type PanelMoment, type VehicleActionSource } from '@outrider/sdk';

import { loadMessages } from './messages';

/** What this plugin itself can do with a vehicle: show it on a small map, show where it was, and say how its hardware is. */
export const vehicleActions: VehicleActionSource = {
  actionsFor: async ({ id }) => {
    await addMessages('vehicles', loadMessages);
    const track = `/tracking?id=${id}`;
    return [
      ...(hasPermission('getVehiclePresence') ? [{ id: 'map', label: translate('vehicles:action.map'), icon: 'map' as const, order: 30, panel: './map-popup' }] : []),
      ...(hasPermission('TrackVehicle')
        ? [{ id: 'track', purpose: 'track' as const, label: translate('vehicles:action.track'), icon: 'tracking' as const, order: 40, path: track, pathAt: ({ timeMs }: PanelMoment) => `${track}&at=${timeMs}` }]
        : []),
      { id: 'hardware', label: translate('vehicles:faults.hardware'), icon: 'warning' as const, order: 80, panel: './hardware-status' },
    ];
  },
};

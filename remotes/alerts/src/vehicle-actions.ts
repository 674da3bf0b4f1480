import { addMessages, translate, type VehicleActionSource } from '@outrider/sdk';

import { loadMessages } from './messages';

/** The alerts of a vehicle, wherever something can be done with it. */
export const vehicleActions: VehicleActionSource = {
  actionsFor: async ({ id }) => {
    await addMessages('alerts', loadMessages);
    return [{ id: 'alerts', label: translate('alerts:palette.ofVehicle'), icon: 'notifications', order: 70, path: `/notifications?vehicle=${encodeURIComponent(id)}&days=30` }];
  },
};

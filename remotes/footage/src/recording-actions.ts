import { addMessages, hasPermission, translate, type VehicleActionSource } from '@outrider/sdk';

import { loadMessages } from './messages';

/** Plays what a vehicle's recorder has kept; one that is offline cannot be asked. */
export const vehicleActions: VehicleActionSource = {
  actionsFor: async ({ id, deviceId, isOnline }) => {
    await addMessages('footage', loadMessages);
    if (!hasPermission('WatchVOD')) {
      return [];
    }
    const action = { id: 'recordings', label: translate('footage:vod.action'), icon: 'play' as const, order: 60 };
    return [deviceId !== undefined && isOnline ? { ...action, path: `/player?vehicle_id=${encodeURIComponent(id)}` } : { ...action, disabled: true, hint: translate('footage:request.notOnline') }];
  },
};

import { addMessages, hasPermission, translate, type VehicleActionSource } from '@outrider/sdk';

import { loadMessages } from './messages';

/** Asks a vehicle for footage; one that is offline or has no device cannot say what it has. */
export const vehicleActions: VehicleActionSource = {
  actionsFor: async ({ deviceId, isOnline }) => {
    await addMessages('footage', loadMessages);
    if (!hasPermission('makeFilesetRequest')) {
      return [];
    }
    const action = { id: 'footage', purpose: 'request-footage' as const, label: translate('footage:request.action'), icon: 'clock' as const, order: 20 };
    return [deviceId !== undefined && isOnline ? { ...action, panel: './footage-panel' } : { ...action, disabled: true, hint: translate('footage:request.notOnline') }];
  },
};

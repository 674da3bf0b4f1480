import { addMessages, translate, type VehicleActionSource } from '@outrider/sdk';

import { loadMessages } from './messages';

/** What this plugin can do with a vehicle: say who can see it, and act on it. */
export const vehicleActions: VehicleActionSource = {
  actionsFor: async () => {
    await addMessages('users', loadMessages);
    return [{ id: 'reach', label: translate('users:why.who'), icon: 'users' as const, order: 90, panel: './reach-panel' }];
  },
};

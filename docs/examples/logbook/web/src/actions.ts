import { addMessages, translate, type VehicleActionSource } from '@outrider/sdk';

import { loadMessages } from './messages';

/** What can be done with a vehicle: write a note about it. */
export const vehicleActions: VehicleActionSource = {
  actionsFor: async () => {
    await addMessages('logbook', loadMessages);
    return [{ id: 'logbook-write', label: translate('logbook:write'), icon: 'edit', order: 60, panel: './note-panel' }];
  },
};

import { defineRemote } from '@outrider/sdk';

import { loadMessages } from './messages';

/** The list of vehicles. */
export const { bootstrap, mount, unmount, update } = defineRemote({
  name: 'vehicles',
  load: async () => (await import('./vehicles/vehicles-screen')).VehiclesScreen,
  messages: loadMessages,
});

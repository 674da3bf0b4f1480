import { defineRemote } from '@outrider/sdk';

import { loadMessages } from './messages';

/** The hardware faults. */
export const { bootstrap, mount, unmount, update } = defineRemote({
  name: 'vehicles',
  load: async () => (await import('./faults/faults-screen')).FaultsScreen,
  messages: loadMessages,
});

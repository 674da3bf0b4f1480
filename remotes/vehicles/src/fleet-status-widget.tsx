import { defineRemote } from '@outrider/sdk';

import { loadMessages } from './messages';

/** Fleet status on the home page. */
export const { bootstrap, mount, unmount, update } = defineRemote({
  name: 'vehicles',
  load: async () => (await import('./widget/fleet-status')).FleetStatus,
  messages: loadMessages,
});

import { defineRemote } from '@outrider/sdk';

import { loadMessages } from './messages';

/** Geofencing: the list, and the form of one. */
export const { bootstrap, mount, unmount, update } = defineRemote({
  name: 'geofences',
  load: async () => (await import('./geofencing')).Geofencing,
  messages: loadMessages,
});

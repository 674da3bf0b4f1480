import { defineRemote } from '@outrider/sdk';

import { loadMessages } from './messages';

/** The Map screen. */
export const { bootstrap, mount, unmount, update } = defineRemote({
  name: 'vehicles',
  load: async () => (await import('./map-screen')).MapScreen,
  messages: loadMessages,
});

import { defineRemote } from '@outrider/sdk';

import { loadMessages } from './messages';

/** The screen at /admin/connections. */
export const { bootstrap, mount, unmount, update } = defineRemote({
  name: 'admin',
  load: async () => (await import('./host/connections-screen')).ConnectionsScreen,
  messages: loadMessages,
});

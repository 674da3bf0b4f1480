import { defineRemote } from '@outrider/sdk';

import { loadMessages } from './messages';

/** The screen at /admin/parts. */
export const { bootstrap, mount, unmount, update } = defineRemote({
  name: 'admin',
  load: async () => (await import('./host/parts-screen')).PartsScreen,
  messages: loadMessages,
});

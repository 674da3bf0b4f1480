import { defineRemote } from '@outrider/sdk';

import { loadMessages } from './messages';

/** The screen at /admin/streams. */
export const { bootstrap, mount, unmount, update } = defineRemote({
  name: 'admin',
  load: async () => (await import('./streams/streams-screen')).StreamsScreen,
  messages: loadMessages,
});

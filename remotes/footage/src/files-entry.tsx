import { defineRemote } from '@outrider/sdk';

import { loadMessages } from './messages';

/** The Files screen. */
export const { bootstrap, mount, unmount, update } = defineRemote({
  name: 'footage',
  load: async () => (await import('./files/files-screen')).FilesScreen,
  messages: loadMessages,
});

import { defineRemote } from '@outrider/sdk';

import { loadMessages } from './messages';

/** The screen at /admin/plugins. */
export const { bootstrap, mount, unmount, update } = defineRemote({
  name: 'admin',
  load: async () => (await import('./plugins/plugins-screen')).PluginsScreen,
  messages: loadMessages,
});

import { defineRemote } from '@outrider/sdk';

import { loadMessages } from './messages';

/** The panel with what a vehicle's cameras show now. */
export const { bootstrap, mount, unmount, update } = defineRemote({
  name: 'footage',
  load: async () => (await import('./live/live-panel')).LivePanel,
  messages: loadMessages,
});

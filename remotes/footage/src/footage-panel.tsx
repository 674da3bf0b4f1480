import { defineRemote } from '@outrider/sdk';

import { loadMessages } from './messages';

/** The panel that asks a vehicle for footage. */
export const { bootstrap, mount, unmount, update } = defineRemote({
  name: 'footage',
  load: async () => (await import('./request/request-panel')).RequestPanel,
  messages: loadMessages,
});

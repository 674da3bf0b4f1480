import { defineRemote } from '@outrider/sdk';

import { loadMessages } from './messages';

/** Hardware faults on the home page. */
export const { bootstrap, mount, unmount, update } = defineRemote({
  name: 'vehicles',
  load: async () => (await import('./widget/faults-total')).FaultsTotal,
  messages: loadMessages,
});

import { defineRemote } from '@outrider/sdk';

import { loadMessages } from './messages';

/** EV usage. */
export const { bootstrap, mount, unmount, update } = defineRemote({
  name: 'ev',
  load: () => import('./page/ev-page').then((m) => m.EvPage),
  messages: loadMessages,
});

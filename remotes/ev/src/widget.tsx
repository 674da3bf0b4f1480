import { defineRemote } from '@outrider/sdk';

import { loadMessages } from './messages';

/** Electric vehicles on the home page. */
export const { bootstrap, mount, unmount, update } = defineRemote({
  name: 'ev',
  load: () => import('./widget/ev-widget').then((m) => m.EvWidget),
  messages: loadMessages,
});

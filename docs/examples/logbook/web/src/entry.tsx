import { defineRemote } from '@outrider/sdk';

import { loadMessages } from './messages';

/** The screen /logbook. */
export const { bootstrap, mount, unmount, update } = defineRemote({
  name: 'logbook',
  load: () => import('./logbook-page').then((m) => m.LogbookPage),
  messages: loadMessages,
});

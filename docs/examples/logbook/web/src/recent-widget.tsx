import { defineRemote } from '@outrider/sdk';

import { loadMessages } from './messages';

/** The latest notes, on Home. */
export const { bootstrap, mount, unmount, update } = defineRemote({
  name: 'logbook',
  load: () => import('./recent-notes').then((m) => m.RecentNotes),
  messages: loadMessages,
});

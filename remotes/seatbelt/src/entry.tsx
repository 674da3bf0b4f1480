import { defineRemote } from '@outrider/sdk';

import { loadMessages } from './messages';

/** The page of seat belt violations. */
export const { bootstrap, mount, unmount, update } = defineRemote({
  name: 'seatbelt',
  load: () => import('./violations-page').then((m) => m.ViolationsPage),
  messages: loadMessages,
});

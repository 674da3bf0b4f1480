import { defineRemote } from '@outrider/sdk';

import { loadMessages } from './messages';

/** Seat belt violations, on Home. */
export const { bootstrap, mount, unmount, update } = defineRemote({
  name: 'seatbelt',
  load: () => import('./violations-card').then((m) => m.ViolationsCard),
  messages: loadMessages,
});

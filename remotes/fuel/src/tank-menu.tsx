import { defineRemote } from '@outrider/sdk';

import { loadMessages } from './messages';

/** What happened to the tank of a vehicle on Tracking. */
export const { bootstrap, mount, unmount, update } = defineRemote({
  name: 'fuel',
  load: () => import('./tank/tank-menu').then((m) => m.TankMenu),
  messages: loadMessages,
});

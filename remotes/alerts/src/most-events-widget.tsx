import { defineRemote } from '@outrider/sdk';

import { loadMessages } from './messages';

/** Vehicles and drivers with most alerts on the home page. */
export const { bootstrap, mount, unmount, update } = defineRemote({
  name: 'alerts',
  load: () => import('./widget/most-events').then((m) => m.MostEvents),
  messages: loadMessages,
});

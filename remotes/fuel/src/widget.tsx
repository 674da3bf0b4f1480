import { defineRemote } from '@outrider/sdk';

import { loadMessages } from './messages';

/** Fuel on the home page. */
export const { bootstrap, mount, unmount, update } = defineRemote({
  name: 'fuel',
  load: () => import('./widget/fuel-widget').then((m) => m.FuelWidget),
  messages: loadMessages,
});

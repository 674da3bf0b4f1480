import { defineRemote } from '@outrider/sdk';

import { loadMessages } from './messages';

/** Fuel usage. */
export const { bootstrap, mount, unmount, update } = defineRemote({
  name: 'fuel',
  load: () => import('./page/fuel-page').then((m) => m.FuelPage),
  messages: loadMessages,
});

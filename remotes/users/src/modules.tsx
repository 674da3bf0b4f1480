import { defineRemote } from '@outrider/sdk';

import { loadMessages } from './messages';

/** The page of the modules that the organisation turns on and off. */
export const { bootstrap, mount, unmount, update } = defineRemote({
  name: 'users',
  load: () => import('./modules/modules-page').then((m) => m.ModulesPage),
  messages: loadMessages,
});

import { defineRemote } from '@outrider/sdk';

import { loadMessages } from './messages';

/** The page of one's own account. */
export const { bootstrap, mount, unmount, update } = defineRemote({
  name: 'users',
  load: () => import('./account/account-page').then((m) => m.AccountPage),
  messages: loadMessages,
});

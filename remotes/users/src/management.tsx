import { defineRemote } from '@outrider/sdk';

import { loadMessages } from './messages';

/** The page of the organisation's users. */
export const { bootstrap, mount, unmount, update } = defineRemote({
  name: 'users',
  load: () => import('./management/users-page').then((m) => m.UsersPage),
  messages: loadMessages,
});

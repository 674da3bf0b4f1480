import { defineRemote } from '@outrider/sdk';

import { loadMessages } from './messages';

/** The page of all organisations, for support. */
export const { bootstrap, mount, unmount, update } = defineRemote({
  name: 'users',
  load: () => import('./organisations/organisations-page').then((m) => m.OrganisationsPage),
  messages: loadMessages,
});

import { defineRemote } from '@outrider/sdk';

import { loadMessages } from './messages';

/** The page of what an organisation chooses about its alerts. */
export const { bootstrap, mount, unmount, update } = defineRemote({
  name: 'alerts',
  load: () => import('./organisation/alert-settings').then((m) => m.AlertSettings),
  messages: loadMessages,
});

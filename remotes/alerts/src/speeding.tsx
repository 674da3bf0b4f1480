import { defineRemote } from '@outrider/sdk';

import { loadMessages } from './messages';

/** The page of speeding alerts. */
export const { bootstrap, mount, unmount, update } = defineRemote({
  name: 'alerts',
  load: () => import('./triage/pages').then((m) => m.Speeding),
  messages: loadMessages,
});

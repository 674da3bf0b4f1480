import { defineRemote } from '@outrider/sdk';

import { loadMessages } from './messages';

/** The faults that devices report now, and the mails about them. */
export const { bootstrap, mount, unmount, update } = defineRemote({
  name: 'reports',
  load: () => import('./health/health-page').then((m) => m.HealthPage),
  messages: loadMessages,
});

import { defineRemote } from '@outrider/sdk';

import { loadMessages } from './messages';

/** Reports on demand. */
export const { bootstrap, mount, unmount, update } = defineRemote({
  name: 'reports',
  load: () => import('./page/reports-page').then((m) => m.ReportsPage),
  messages: loadMessages,
});

import { defineRemote } from '@outrider/sdk';

import { loadMessages } from './messages';

/** The report of what every vehicle does now, at an address of its own. */
export const { bootstrap, mount, unmount, update } = defineRemote({
  name: 'reports',
  load: () => import('./page/reports-page').then((m) => m.FleetStatusPage),
  messages: loadMessages,
});

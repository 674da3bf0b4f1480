import { defineRemote } from '@outrider/sdk';

import { loadMessages } from './messages';

/** The newest alerts on the home page. */
export const { bootstrap, mount, unmount, update } = defineRemote({
  name: 'alerts',
  load: () => import('./widget/alerts-widget').then((m) => m.AlertsWidget),
  messages: loadMessages,
});

import { defineRemote } from '@outrider/sdk';

import { loadMessages } from './messages';

/** The page that counts driving alerts by type, vehicle and hour. */
export const { bootstrap, mount, unmount, update } = defineRemote({
  name: 'alerts',
  load: () => import('./dashboard/dashboard').then((m) => m.DrivingEventsDashboard),
  messages: loadMessages,
});

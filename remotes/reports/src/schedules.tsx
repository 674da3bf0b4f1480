import { defineRemote } from '@outrider/sdk';

import { loadMessages } from './messages';

/** Reports that run by the calendar. */
export const { bootstrap, mount, unmount, update } = defineRemote({
  name: 'reports',
  load: () => import('./schedules/schedules-page').then((m) => m.SchedulesPage),
  messages: loadMessages,
});

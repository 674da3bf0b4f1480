import { defineRemote } from '@outrider/sdk';

import { loadMessages } from './messages';

/** The page of geofence alerts. */
export const { bootstrap, mount, unmount, update } = defineRemote({
  name: 'alerts',
  load: () => import('./triage/pages').then((m) => m.GeofenceEvents),
  messages: loadMessages,
});

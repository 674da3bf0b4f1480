import { defineRemote } from '@outrider/sdk';

import { loadMessages } from './messages';

/** The map on the home page. */
export const { bootstrap, mount, unmount, update } = defineRemote({
  name: 'vehicles',
  load: async () => (await import('./widget/fleet-map-widget')).FleetMapWidget,
  messages: loadMessages,
});

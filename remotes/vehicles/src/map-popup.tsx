import { defineRemote } from '@outrider/sdk';

import { loadMessages } from './messages';

/** The panel with a vehicle on a small map. */
export const { bootstrap, mount, unmount, update } = defineRemote({
  name: 'vehicles',
  load: async () => (await import('./panel/map-popup')).MapPopup,
  messages: loadMessages,
});

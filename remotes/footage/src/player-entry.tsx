import { defineRemote } from '@outrider/sdk';

import { loadMessages } from './messages';

/** The Playback screen. */
export const { bootstrap, mount, unmount, update } = defineRemote({
  name: 'footage',
  load: async () => (await import('./player/player-screen')).PlayerScreen,
  messages: loadMessages,
});

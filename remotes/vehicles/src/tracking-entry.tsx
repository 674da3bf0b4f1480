import { addMessages, defineRemote } from '@outrider/sdk';

import { loadMessages } from './tracking/messages';

/** Where a vehicle was: its route, trips, stops and events, replayed. */
export const { bootstrap, mount, unmount, update } = defineRemote({
  name: 'vehicles',
  load: async () => {
    const [{ TrackingScreen }] = await Promise.all([import('./tracking/tracking-screen'), addMessages('tracking', loadMessages)]);
    return TrackingScreen;
  },
});

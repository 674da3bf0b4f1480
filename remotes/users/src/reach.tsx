import { defineRemote, type ReachProps } from '@outrider/sdk';

import { loadMessages } from './messages';

/** Who can see a thing, for the screens that show one. */
export const { bootstrap, mount, unmount, update } = defineRemote<ReachProps>({
  name: 'users',
  load: () => import('./permissions/reach-button').then((m) => m.ReachButton),
  messages: loadMessages,
});

import { defineRemote, type GroupChooserProps } from '@outrider/sdk';

import { loadMessages } from './messages';

/** The tree of groups, for the shell's dialog. */
export const { bootstrap, mount, unmount, update } = defineRemote<GroupChooserProps>({
  name: 'users',
  load: () => import('./groups/group-tree').then((m) => m.GroupTree),
  messages: loadMessages,
});

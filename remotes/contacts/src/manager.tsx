import { defineRemote, type ToolbarDialogProps } from '@outrider/sdk';

import { loadMessages } from './messages';

/** The contacts manager, behind the top bar's icon. */
export const { bootstrap, mount, unmount, update } = defineRemote<ToolbarDialogProps>({
  name: 'contacts',
  load: () => import('./manager/contacts-manager').then((m) => m.ContactsManager),
  messages: loadMessages,
});

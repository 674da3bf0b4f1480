import { defineRemote } from '@outrider/sdk';

import type { ContactsManagerProps } from './manager/contacts-manager';
import { loadMessages } from './messages';

/** The contacts manager, behind the top bar's icon. */
export const { bootstrap, mount, unmount, update } = defineRemote<ContactsManagerProps>({
  name: 'contacts',
  load: () => import('./manager/contacts-manager').then((m) => m.ContactsManager),
  messages: loadMessages,
});

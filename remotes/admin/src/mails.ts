import { defineRemote } from '@outrider/sdk';

import { loadMessages } from './messages';

/** The screen at /admin/mails. */
export const { bootstrap, mount, unmount, update } = defineRemote({
  name: 'admin',
  load: async () => (await import('./mails/mails-screen')).MailsScreen,
  messages: loadMessages,
});

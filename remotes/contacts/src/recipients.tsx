import { defineRemote, type RecipientsProps } from '@outrider/sdk';

import { loadMessages } from './messages';

/** The field in which a form's recipients are chosen. */
export const { bootstrap, mount, unmount, update } = defineRemote<RecipientsProps>({
  name: 'contacts',
  load: () => import('./recipients/recipients-input').then((m) => m.RecipientsInput),
  messages: loadMessages,
});

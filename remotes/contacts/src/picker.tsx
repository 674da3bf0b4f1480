import { defineRemote, type RecipientPickerProps } from '@outrider/sdk';

import { loadMessages } from './messages';

/** A dialog that adds the addresses of contacts to a list of addresses. */
export const { bootstrap, mount, unmount, update } = defineRemote<RecipientPickerProps>({
  name: 'contacts',
  load: () => import('./recipients/address-picker').then((m) => m.AddressPicker),
  messages: loadMessages,
});

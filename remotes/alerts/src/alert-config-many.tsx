import { defineRemote, type VehicleBulkActionProps } from '@outrider/sdk';

import { loadMessages } from './messages';

/** The dialog that configures alerts of several vehicles. */
export const { bootstrap, mount, unmount, update } = defineRemote<VehicleBulkActionProps>({
  name: 'alerts',
  load: () => import('./config/many-dialog').then((m) => m.ManyDialog),
  messages: loadMessages,
});

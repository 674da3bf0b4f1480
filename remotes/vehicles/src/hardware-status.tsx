import { defineRemote } from '@outrider/sdk';

import { loadMessages } from './messages';

/** The panel of a vehicle's hardware. */
export const { bootstrap, mount, unmount, update } = defineRemote({
  name: 'vehicles',
  load: async () => (await import('./faults/hardware-status')).HardwareStatus,
  messages: loadMessages,
});

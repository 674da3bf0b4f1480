import { defineRemote, type VehicleTabProps } from '@outrider/sdk';

import { loadMessages } from './messages';

/** The tab of a vehicle on which its alerts are configured. */
export const { bootstrap, mount, unmount, update } = defineRemote<VehicleTabProps>({
  name: 'alerts',
  load: () => import('./config/alert-config-tab').then((m) => m.AlertConfigTab),
  messages: loadMessages,
});

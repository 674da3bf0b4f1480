import { defineRemote, type VehiclePanelProps } from '@outrider/sdk';

import { loadMessages } from './messages';

/** Who can see a vehicle, for the panel that its actions open. */
export const { bootstrap, mount, unmount, update } = defineRemote<VehiclePanelProps>({
  name: 'users',
  load: () => import('./permissions/reach-of-vehicle').then((m) => m.ReachOfVehicle),
  messages: loadMessages,
});

import { addMessages, hasPermission, toast, translate, type ActionVehicle, type VehicleAction, type VehicleActionSource } from '@outrider/sdk';

import { canPlay } from './live/can-play';
import { loadMessages } from './messages';

/** What this plugin can do with a vehicle: show what its cameras see. */
export const vehicleActions: VehicleActionSource = {
  actionsFor: async (vehicle) => {
    await addMessages('footage', loadMessages);
    return hasPermission('WatchLivestream') ? [liveOf(vehicle)] : [];
  },
};

/** Without a device or a player it says so; a vehicle that is offline cannot be asked. */
function liveOf({ deviceId, isOnline }: ActionVehicle): VehicleAction {
  const action = { id: 'live', label: translate('footage:live.action'), icon: 'video' as const, order: 10 };
  if (deviceId === undefined) {
    return { ...action, run: () => toast(translate('footage:live.noDevice'), 'error') };
  }
  if (!canPlay()) {
    return { ...action, run: () => toast(translate('footage:live.notSupported'), 'error') };
  }
  return isOnline ? { ...action, panel: './live-panel', isDocked: true } : { ...action, disabled: true, hint: translate('footage:live.offline') };
}

import { addMessages, currentFormat, hasPermission, localDateTime, translate, type VehicleActionSource } from '@outrider/sdk';

import { loadMessages } from './messages';

/** Plays what a vehicle's recorder has kept; one that is offline cannot be asked. */
export const vehicleActions: VehicleActionSource = {
  actionsFor: async ({ id, deviceId, isOnline }) => {
    await addMessages('footage', loadMessages);
    if (!hasPermission('WatchVOD')) {
      return [];
    }
    const page = `/player?vehicle_id=${encodeURIComponent(id)}`;
    const pathAt = ({ timeMs, zone }: { timeMs: number; zone?: string }) => {
      const [date = '', time = ''] = localDateTime(timeMs, zone ?? currentFormat().settings.zone).split('T');
      return `${page}&date=${date}&time=${time}`;
    };
    const action = { id: 'recordings', purpose: 'watch-footage' as const, label: translate('footage:vod.action'), icon: 'play' as const, order: 60 };
    return [deviceId !== undefined && isOnline ? { ...action, path: page, pathAt } : { ...action, disabled: true, hint: translate('footage:request.notOnline') }];
  },
};

import { ApiError, toast, useText } from '@outrider/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';

import { changeConfig, configKey, type Entry, type EntryChange, type VehicleConfig } from './api';

/** Changes entries of a vehicle's configuration; what is shown changes at once, and back when the server refuses. */
export function useChange(config: VehicleConfig) {
  const t = useText('alerts');
  const client = useQueryClient();
  const key = configKey(config.vehicle_id);
  return useMutation({
    mutationFn: (changes: EntryChange[]) => changeConfig(config.vehicle_id, changes),
    onMutate: (changes) => {
      const before = client.getQueryData<VehicleConfig>(key);
      client.setQueryData<VehicleConfig>(key, (shown) => shown && { ...shown, alerts: shown.alerts.map((one) => ({ ...one, ...shownOf(changes.find((c) => c.alert_type === one.alert_type && c.pin === one.pin)) })) });
      return before;
    },
    onSuccess: (saved) => client.setQueryData(key, saved),
    onError: (error, _, before) => {
      client.setQueryData(key, before);
      toast(error instanceof ApiError ? (error.errors[0]?.message ?? error.message) : t('config.failed'), 'error');
    },
  });
}

/** What of a change shows at once: a threshold that becomes the default does so with the answer. */
function shownOf(change: EntryChange | undefined): Partial<Entry> {
  const { threshold, ...rest } = change ?? {};
  return threshold === undefined || threshold === null ? rest : { ...rest, threshold };
}

import { post } from '@outrider/sdk';
import * as z from '@outrider/sdk/schema';
import { useQuery } from '@tanstack/react-query';

import type { Alert } from '../api/alert';
import { alertsKey } from '../triage/use-alerts';

const historySchema = z.object({
  lstAssignedVehicleHistory: z.array(z.object({ VehicleID: z.string(), DriverName: z.string().catch('') })).nullish().transform((v) => v ?? []),
});

/** Who drove the alert's vehicle then; undefined while nobody can say. */
export function useDriver({ vehicle_id, event_time_utc, driver_name }: Alert): string | undefined {
  const { data } = useQuery({
    queryKey: [...alertsKey, 'driver', vehicle_id, event_time_utc],
    queryFn: async ({ signal }) => {
      const at = Date.parse(event_time_utc);
      const time = (ms: number) => new Date(ms).toISOString();
      const { lstAssignedVehicleHistory: all } = await post('/ListAllAssignVehicleHistory', { FromDate: time(at), ToDate: time(at + 1000), timezoneOffset: 0 }, historySchema, { signal });
      return all.find(({ VehicleID }) => VehicleID === vehicle_id)?.DriverName ?? '';
    },
    enabled: vehicle_id !== '' && driver_name === '',
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return driver_name || data || undefined;
}

import { actionsFor, Button, contributionsTo, get, Icon, runVehicleAction, usePermission, useText, type OfferedAction, type VehicleAction } from '@outrider/sdk';
import * as z from '@outrider/sdk/schema';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import { labelOf } from '../alert/looks';
import type { Alert } from '../api/alert';

/** Leads to the track around the event, where somebody offers tracks and the user may see them. */
export function TrackingButton({ alert }: { alert: Alert }) {
  const t = useText('alerts');
  const onTrack = useActionAtEvent(alert, 'track');
  if (!onTrack) {
    return null;
  }
  return (
    <Button onClick={onTrack}>
      <Icon name="tracking" small />
      {t('detail.tracking')}
    </Button>
  );
}

/** How to ask the vehicle for video of the event; `run` is undefined while its device cannot be reached. */
export interface Retrieve {
  run: (() => void) | undefined;
}

/** {@link Retrieve}; undefined where nobody offers it, or the user may not. */
export function useRetrieve(alert: Alert): Retrieve | undefined {
  const run = useActionAtEvent(alert, 'request-footage');
  const isOnline = useIsOnline(alert.vehicle_id, run !== undefined);
  return run && { run: isOnline ? run : undefined };
}

/** The button that asks for video. */
export function RetrieveButton({ retrieve: { run }, isMain }: { retrieve: Retrieve; isMain?: boolean }) {
  const t = useText('alerts');
  return (
    <Button variant={isMain ? 'primary' : 'secondary'} disabled={!run} title={run ? undefined : t('detail.vehicleOffline')} onClick={run}>
      <Icon name="video" small />
      {t('detail.retrieve')}
    </Button>
  );
}

const presencesSchema = z.object({ Presences: z.array(z.object({ status: z.string() })).nullish().transform((list) => list ?? []) });

/** Whether a vehicle can be asked now; true while nobody knows better. */
function useIsOnline(vehicleId: string, enabled: boolean): boolean {
  const mayKnow = usePermission('getVehiclePresence');
  const { data } = useQuery({
    queryKey: ['alerts', 'presence', vehicleId],
    queryFn: ({ signal }) => get('/org/{orgId}/vehicles/presence', presencesSchema, { query: { vehicle_ids: vehicleId }, signal }),
    enabled: enabled && mayKnow && vehicleId !== '',
    refetchInterval: presenceEveryMs,
  });
  return data?.Presences.some(({ status }) => status !== 'OFFLINE') ?? true;
}

/** How often the presence of the open alert's vehicle is asked for, in milliseconds. */
const presenceEveryMs = 30_000;

/** Does something with the vehicle at the time of the event; undefined where no remote offers it. */
function useActionAtEvent(alert: Alert, purpose: NonNullable<VehicleAction['purpose']>): (() => void) | undefined {
  const t = useText('alerts');
  const [action, setAction] = useState<OfferedAction>();
  const { vehicle_id: id, device_id: deviceId, vehicle_name: name } = alert;
  const count = contributionsTo('vehicle-actions').length;
  useEffect(() => {
    let isGone = false;
    setAction(undefined);
    if (id && deviceId && count > 0) {
      void actionsFor({ id, deviceId, name, isOnline: true }).then((actions) => isGone || setAction(actions.find((one) => one.purpose === purpose && !one.disabled)));
    }
    return () => {
      isGone = true;
    };
  }, [id, deviceId, name, count, purpose]);
  return action && (() => runVehicleAction(action, { id, deviceId, name, isOnline: true }, { timeMs: Date.parse(alert.event_time_utc), alertType: alert.alert_type, label: labelOf(t, alert), ...(alert.zone ? { zone: alert.zone } : {}) }));
}

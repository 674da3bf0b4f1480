import { actionsFor, contributionsTo, Icon, runVehicleAction, useText, type OfferedAction, type VehicleAction } from '@outrider/sdk';
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
    <button type="button" className="btn" onClick={onTrack}>
      <Icon name="tracking" small />
      {t('detail.tracking')}
    </button>
  );
}

/** How to ask the vehicle for video of the event; undefined where nobody offers it, or the user may not. */
export function useRetrieve(alert: Alert): (() => void) | undefined {
  return useActionAtEvent(alert, 'request-footage');
}

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
      // Whether the device is there just now is the panel's to find out: its recordings are asked for anyway.
      void actionsFor({ id, deviceId, name, isOnline: true }).then((actions) => isGone || setAction(actions.find((one) => one.purpose === purpose && !one.disabled)));
    }
    return () => {
      isGone = true;
    };
  }, [id, deviceId, name, count, purpose]);
  return action && (() => runVehicleAction(action, { id, deviceId, name, isOnline: true }, { timeMs: Date.parse(alert.event_time_utc), alertType: alert.alert_type, label: labelOf(t, alert), ...(alert.zone ? { zone: alert.zone } : {}) }));
}

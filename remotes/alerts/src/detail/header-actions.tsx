import { actionsFor, contributionsTo, Icon, openPath, runVehicleAction, shellInfo, useFormat, usePermission, useText, localDateTime, type OfferedAction } from '@outrider/sdk';
import { useEffect, useState } from 'react';

import { labelOf } from '../alert/looks';
import type { Alert } from '../api/alert';

/** Minutes of the track before and after the event. */
const trackMinutes = 5;

/** Leads to the track around the event, where there is a page of tracks. */
export function TrackingButton({ alert }: { alert: Alert }) {
  const t = useText('alerts');
  const format = useFormat();
  const mayTrack = usePermission('TrackVehicle');
  const hasPage = shellInfo()?.plugins.some(({ remote }) => remote?.routes.some(({ path }) => path === '/tracking'));
  if (!mayTrack || !hasPage || !alert.vehicle_id) {
    return null;
  }
  const at = Date.parse(alert.event_time_utc);
  const local = (minutes: number) => localDateTime(at + minutes * 60_000, alert.zone || format.settings.zone);
  const query = new URLSearchParams({ id: alert.vehicle_id, start: local(-trackMinutes), end: local(trackMinutes) });
  return (
    <button type="button" className="btn" onClick={() => openPath(`/tracking?${query}`)}>
      <Icon name="tracking" small />
      {t('detail.tracking')}
    </button>
  );
}

/** The id under which a remote offers to ask a vehicle for footage. */
const footageAction = 'footage';

/** How to ask the vehicle for video of the event; undefined where nobody offers it, or the user may not. */
export function useRetrieve(alert: Alert): (() => void) | undefined {
  const t = useText('alerts');
  const [action, setAction] = useState<OfferedAction>();
  const { vehicle_id: id, device_id: deviceId, vehicle_name: name } = alert;
  const count = contributionsTo('vehicle-actions').length;
  useEffect(() => {
    let isGone = false;
    setAction(undefined);
    if (id && deviceId && count > 0) {
      // Whether the device is there just now is the panel's to find out: its recordings are asked for anyway.
      void actionsFor({ id, deviceId, name, isOnline: true }).then((actions) => isGone || setAction(actions.find((one) => one.id === footageAction && !one.disabled)));
    }
    return () => {
      isGone = true;
    };
  }, [id, deviceId, name, count]);
  return action && (() => runVehicleAction(action, { id, deviceId, name, isOnline: true }, { timeMs: Date.parse(alert.event_time_utc), alertType: alert.alert_type, label: labelOf(t, alert) }));
}

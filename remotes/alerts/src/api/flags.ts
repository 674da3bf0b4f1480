import { ApiError, session, shellInfo } from '@outrider/sdk';
import * as z from '@outrider/sdk/schema';

import type { Alert } from './alert';
import { api } from './api';

const answerSchema = z.object({ StatusCode: z.string() });

/** Reports whether the signed-in user has a user of the driver app, through which flagged alerts reach drivers. */
export function hasDriverApp(): boolean {
  return shellInfo()?.session.services.includes('go') ?? false;
}

/** Flags an alert for its driver, or takes the flag away; a refusal is an error. */
export async function flagAlert(alert: Alert, flagged: boolean, comment: string): Promise<void> {
  const { StatusCode } = flagged
    ? await api.post('/DriverScoreCoaching/flagged_alerts', await payload(alert, comment), answerSchema)
    : await api.put('/DriverScoreCoaching/flagged_alerts', { action: 'unflag', alertID: [alert.alert_id] }, answerSchema);
  if (StatusCode !== '200') {
    throw new ApiError({ kind: StatusCode === '401' ? 'signed_out' : 'internal', status: Number(StatusCode) || 500, title: StatusCode });
  }
}

async function payload(alert: Alert, comment: string) {
  return {
    goToken: { token: (await session.token()) ?? '' },
    driver_name: alert.driver_name,
    driver_id: alert.driver_id,
    org_id: shellInfo()?.session.Org.id ?? '',
    alert_id: alert.alert_id,
    latitude: alert.coords?.lat,
    longitude: alert.coords?.lng,
    address: alert.location,
    comment,
    event_time_local: alert.event_time_local,
    event_time_utc: alert.event_time_utc,
    vehicle_name: alert.vehicle_name,
    vehicle_id: alert.vehicle_id,
    device_id: alert.device_id,
    alert_type: alert.alert_type,
    fileset_request_id: alert.fileset_request_id,
    context: alert.kind,
  };
}

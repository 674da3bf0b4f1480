import { hasPermission, post } from '@outrider/sdk';
import * as z from '@outrider/sdk/schema';

const answerSchema = z.object({
  Alerts: z
    .array(z.object({ alert_id: z.string(), alert_type: z.string(), event_time_utc: z.string(), severity: z.number().catch(0) }))
    .nullish()
    .transform((v) => v ?? []),
});

/** Something that happened to a vehicle. */
export interface VehicleEvent {
  id: string;
  /** The alert's type. */
  type: string;
  /** Unix milliseconds. */
  timeMs: number;
  /** 0 to 3. */
  severity: number;
}

/** As many of a day's events as are marked. */
const most = 500;

/** The alerts of a vehicle between two instants, in milliseconds; none for those who may not list alerts. */
export async function getEvents(vehicleId: string, from: number, to: number, signal: AbortSignal): Promise<VehicleEvent[]> {
  if (!hasPermission('listAlerts')) {
    return [];
  }
  const body = { query_type: 'alerts', start_timestamp: new Date(from).toISOString(), end_timestamp: new Date(to).toISOString(), filters: [{ attribute: 'vehicle_id', value: vehicleId }] };
  const { Alerts } = await post('/org/{orgId}/alerts/elastic', body, answerSchema, { query: { order_by: 'id', page_num: 1, rows_per_page: most }, signal });
  return Alerts.map(({ alert_id, alert_type, event_time_utc, severity }) => ({ id: alert_id, type: alert_type, timeMs: Date.parse(event_time_utc), severity })).sort((a, b) => a.timeMs - b.timeMs);
}

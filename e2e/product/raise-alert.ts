import { adminToken, ask } from './ask';
import { publishEvent } from './publish-event';
import { recordedVehicle } from './recorded-vehicle';
import { until } from './until';

interface Presence {
  device_id: string;
  vehicle_id: string;
  speed: number;
  coordinates: { lat: number; lng: number };
}

interface Listed {
  alert_id: string;
  device_id: string;
  alert_type: string;
  evidence_request: string;
  event_time_utc: string;
}

/** Evidence is uploaded by a device that is simulated on the same machine; in milliseconds. */
const patience = 240_000;
/** A clip ends ten seconds after its event, and is asked for at once: an event so old is recorded whole; in milliseconds. */
const ageMs = 30_000;
/** A clip begins fifteen seconds before its event. */
const recordedBeforeS = 90;

/** Lets the n-th of the vehicles that drive and record brake hard, and returns the alert's id and time (milliseconds) once its evidence is there. */
export async function raiseBraking(n = 0): Promise<{ id: string; timeMs: number }> {
  const token = await adminToken();
  const id = await recordedVehicle(recordedBeforeS, n);
  const vehicle = (await ask<{ Presences: Presence[] }>('GET', '/org/demo/vehicles/presence', undefined, token)).Presences.find(({ vehicle_id }) => vehicle_id === id);
  if (!vehicle) throw new Error(`vehicle ${id} is not present`);
  const time = Date.now() - ageMs;
  await publishEvent(`device.event.${vehicle.device_id}`, {
    id: `e2e-${time}-${n}`, type: 'device.event', version: 1, org_id: 'demo', at: new Date().toISOString(),
    data: {
      device_id: vehicle.device_id, org_id: 'demo', received_at: Date.now(), id: `e2e-${time}-${n}`, type: 'imualert', time, duration_ms: 1800, lat: vehicle.coordinates.lat,
      lng: vehicle.coordinates.lng, speed_kmh: vehicle.speed, speed_limit_kmh: 80, labels: [{ name: 'severe_braking', probability: 0.97 }], accel_g: { x: -0.52, y: 0.08, z: 1.05 },
    },
  });
  let found: Listed | undefined;
  await until('the evidence of the alert is there', patience, async () => {
    const body = { query_type: 'alerts', start_timestamp: new Date(time - 60_000).toISOString(), end_timestamp: new Date(time + 60_000).toISOString(), filters: [] };
    const { Alerts } = await ask<{ Alerts: Listed[] | null }>('POST', '/org/demo/alerts/elastic?page_num=1&rows_per_page=50', body, token);
    found = (Alerts ?? []).find((alert) => alert.device_id === vehicle.device_id && Math.abs(Date.parse(alert.event_time_utc) - time) < 2);
    return found?.evidence_request === 'success';
  });
  return { id: found?.alert_id ?? '', timeMs: time };
}

/** Lets a vehicle turn harshly so many times in the last hours, and waits until there are that many alerts more; their evidence is not waited for. */
export async function raiseTurns(count: number): Promise<void> {
  const token = await adminToken();
  const [vehicle] = (await ask<{ Presences: Presence[] }>('GET', '/org/demo/vehicles/presence', undefined, token)).Presences;
  if (!vehicle) throw new Error('no vehicle is present');
  const total = async () => {
    const body = { query_type: 'alerts', filters: [{ attribute: 'kind', value: 'driving' }] };
    return (await ask<{ total_records: number }>('POST', '/org/demo/alerts/elastic?page_num=1&rows_per_page=1', body, token)).total_records;
  };
  const before = await total();
  const { device_id, speed, coordinates: { lat, lng } } = vehicle;
  for (let n = 1; n <= count; n++) {
    const time = Date.now() - n * 600_000;
    const data = { device_id, org_id: 'demo', received_at: Date.now(), id: `turn-${time}`, type: 'imualert', time, duration_ms: 900, lat, lng, speed_kmh: speed, labels: [{ name: 'harsh_left_turn', probability: 0.9 }] };
    await publishEvent(`device.event.${device_id}`, { id: `turn-${time}`, type: 'device.event', version: 1, org_id: 'demo', at: new Date().toISOString(), data });
  }
  await until(`${count} turns are alerts`, patience, async () => (await total()) >= before + count);
}

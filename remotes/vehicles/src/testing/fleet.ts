import type { PresenceRecord } from '../api/get-presences';
import type { VehicleRecord } from '../api/get-vehicles';
import { FleetStore } from '../fleet/fleet-store';
import type { FleetVehicle, Status } from '../fleet/vehicle';

/** The time of the tests, Unix milliseconds. */
export const now = Date.UTC(2026, 10, 21, 14, 0, 0);

/** A vehicle as the API lists it; number n has device n. */
export function aVehicleRecord(n: number, change: Partial<VehicleRecord> = {}): VehicleRecord {
  return {
    id: `v${n}`, vehicle_name: `HGV-${String(n).padStart(3, '0')}`, vehicle_type: 'truck', group: 'Crewe depot', make: 'Scania', model: 'R450',
    key: `PN71 KX${String.fromCharCode(64 + n)}`, disabled: false, devices: [{ device_id: `d${n}`, is_defaultdevice: true, model: 'D700' }], ...change,
  };
}

/** What the API answers of a vehicle's presence; times as RFC 3339. */
export function aPresence(n: number, status: Status, change: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    device_id: `d${n}`, vehicle_id: `v${n}`, name: `HGV-00${n}`, type: 'truck', is_defaultdevice: true, coordinates: { lat: 53.4 + n / 100, lng: -2.3 },
    direction: 0, mileage: 1000, status, speed: status === 'MOVING' ? 88.5 : 0, speed_limit: 96.5, last_seen: new Date(now - n * 1000).toISOString(),
    acc: status === 'MOVING', faults: 0, network_signal: 4, channels: [{}, {}, {}, {}], place: 'M6 J18, Holmes Chapel', ...change,
  };
}

/** The same, read. */
export function aPresenceRecord(n: number, status: Status, change: Partial<PresenceRecord> = {}): PresenceRecord {
  return { ...(aPresence(n, status) as unknown as PresenceRecord), last_seen: now - n * 1000, ...change };
}

/** A vehicle as list and map show it. */
export function aFleetVehicle(n: number, status: Status, change: Partial<FleetVehicle> = {}): FleetVehicle {
  const store = new FleetStore(() => now);
  store.setVehicles([aVehicleRecord(n)]);
  store.applyPresences([aPresenceRecord(n, status)]);
  store.refresh();
  return { ...(store.getSnapshot().byId.get(`v${n}`) as FleetVehicle), ...change };
}

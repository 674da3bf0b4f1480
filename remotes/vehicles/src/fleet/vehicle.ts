/** What a vehicle is doing, as the API says it. */
export type Status = 'MOVING' | 'IDLING' | 'STATIONARY' | 'OFFLINE' | 'UNKNOWN';

/** The order in which states are counted, listed and drawn as shares of a cluster. */
export const STATUSES: readonly Status[] = ['MOVING', 'IDLING', 'STATIONARY', 'OFFLINE', 'UNKNOWN'];

/** The CSS custom property that a state is drawn with: --moving, --idling, … (spec: idling and unknown share a colour). */
export const STATUS_TOKEN: Record<Status, 'moving' | 'idling' | 'stationary' | 'offline'> = {
  MOVING: 'moving', IDLING: 'idling', STATIONARY: 'stationary', OFFLINE: 'offline', UNKNOWN: 'idling',
};

/** One vehicle as list and map show it: master data and the newest presence of its default device. */
export interface FleetVehicle {
  id: string;
  deviceId: string | undefined;
  name: string;
  type: string;
  makeModel: string;
  key: string;
  group: string;
  status: Status;
  position: { lat: number; lng: number } | undefined;
  headingDeg: number;
  speedKmh: number | undefined;
  limitKmh: number | undefined;
  /** Unix milliseconds of the newest sample; undefined: never seen. */
  lastSeen: number | undefined;
  lastSeenLocal: string;
  place: string;
  signal: number | undefined;
  faults: number;
  deviceModel: string;
  channels: number;
  driver: string;
}

/** True while a vehicle can be reached, so that live video and footage can be asked of it. */
export function isOnline(vehicle: FleetVehicle): boolean {
  return vehicle.status !== 'OFFLINE';
}

const COMPASS = ['n', 'ne', 'e', 'se', 's', 'sw', 'w', 'nw'] as const;

/** The message key of a heading: "compass.ne". */
export function compassKey(headingDeg: number): `compass.${(typeof COMPASS)[number]}` {
  const index = Math.round((((headingDeg % 360) + 360) % 360) / 45) % 8;
  return `compass.${COMPASS[index] ?? 'n'}`;
}

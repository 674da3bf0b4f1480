import type { IconName, TextKey } from '@outrider/sdk';

/** What a vehicle is doing, as the API says it. */
export type Status = 'MOVING' | 'IDLING' | 'STATIONARY' | 'OFFLINE' | 'UNKNOWN';

/** The order in which states are counted, listed and drawn as shares of a cluster. */
export const STATUSES: readonly Status[] = ['MOVING', 'IDLING', 'STATIONARY', 'OFFLINE', 'UNKNOWN'];

/** The CSS custom property that a state is drawn with: --moving, --idling, … (spec: idling and unknown share a colour). */
export const STATUS_TOKEN: Record<Status, 'moving' | 'idling' | 'stationary' | 'offline'> = {
  MOVING: 'moving', IDLING: 'idling', STATIONARY: 'stationary', OFFLINE: 'offline', UNKNOWN: 'idling',
};

/** The key of a state's word in the SDK's catalogue. */
export const STATUS_WORD: Record<Status, TextKey> = {
  MOVING: 'presence.moving', IDLING: 'presence.idling', STATIONARY: 'presence.stationary', OFFLINE: 'presence.offline', UNKNOWN: 'presence.unknown',
};

/** One vehicle as list and map show it: master data and the newest presence of its default device. */
export interface FleetVehicle {
  id: string;
  deviceId: string | undefined;
  name: string;
  type: string;
  makeModel: string;
  /** The number plate or fleet number. */
  key: string;
  group: string;
  status: Status;
  position: { lat: number; lng: number } | undefined;
  headingDeg: number;
  speedKmh: number | undefined;
  limitKmh: number | undefined;
  mileageKm: number | undefined;
  ignition: boolean | undefined;
  /** Unix milliseconds of the newest sample; undefined: never seen. */
  lastSeen: number | undefined;
  /** Empty while nobody named it. */
  place: string;
  /** 0 to 5. */
  signal: number | undefined;
  faults: number;
  deviceModel: string;
  /** Empty: nobody is assigned. */
  driver: string;
  /** Unix milliseconds; undefined: it is on no trip. */
  tripStart: number | undefined;
  channels: number;
}

/** True while a vehicle can be reached, so that live video and footage can be asked of it. */
export function isOnline({ status }: Pick<FleetVehicle, 'status'>): boolean {
  return status !== 'OFFLINE';
}

/** The types of vehicles, in the order in which they are offered. */
export const vehicleTypes = ['car', 'van', 'truck', 'motorbike', 'bicycle', 'bus', 'schoolbus', 'bintruck'] as const;

const typeIcons = new Set<string>(vehicleTypes);

/** The icon of a vehicle's type; an unknown type is shown as a car, as everywhere. */
export function typeIcon(type: string): IconName {
  return (typeIcons.has(type) ? type : 'car') as IconName;
}

const COMPASS = ['n', 'ne', 'e', 'se', 's', 'sw', 'w', 'nw'] as const;

/** The message key of a heading: "compass.ne". */
export function compassKey(headingDeg: number): `compass.${(typeof COMPASS)[number]}` {
  const index = Math.round((((headingDeg % 360) + 360) % 360) / 45) % 8;
  return `compass.${COMPASS[index] ?? 'n'}`;
}

import { STATUSES, type FleetVehicle, type Status } from '../fleet/vehicle';

/** How the list can be ordered. */
export const SORTS = ['lastUpdate', 'name', 'speed', 'status'] as const;

/** One of {@link SORTS}. */
export type Sort = (typeof SORTS)[number];

/** A box on the map, in degrees. */
export interface Area {
  south: number;
  west: number;
  north: number;
  east: number;
}

/** What the user asked to see. */
export interface ListFilter {
  text: string;
  /** None is all. */
  statuses: ReadonlySet<Status>;
  onlineOnly: boolean;
  area: Area | undefined;
}

/** Lets everything pass. */
export const noFilter: ListFilter = { text: '', statuses: new Set(), onlineOnly: false, area: undefined };

/** What the page's address asks for: `?status=OFFLINE,IDLING`. */
export function askedFilter(): ListFilter {
  const asked = new URLSearchParams(location.search).get('status')?.split(',') ?? [];
  return { ...noFilter, statuses: new Set(STATUSES.filter((status) => asked.includes(status))) };
}

/** The vehicles that a filter lets pass, in their order. */
export function filterVehicles(vehicles: readonly FleetVehicle[], filter: ListFilter): FleetVehicle[] {
  const words = plain(filter.text).split(/\s+/).filter(Boolean);
  return vehicles.filter((vehicle) =>
    (filter.statuses.size === 0 || filter.statuses.has(vehicle.status))
    && (!filter.onlineOnly || vehicle.status !== 'OFFLINE')
    && (!filter.area || isIn(vehicle, filter.area))
    && matches(vehicle, words));
}

function matches(vehicle: FleetVehicle, words: string[]): boolean {
  if (words.length === 0) {
    return true;
  }
  const text = textOf(vehicle);
  return words.every((word) => text.includes(word));
}

const texts = new WeakMap<FleetVehicle, string>();

/** What is searched of a vehicle, made once for each of its states: while one types and a large fleet drives, it is asked for ten thousand times a second. */
function textOf(vehicle: FleetVehicle): string {
  const known = texts.get(vehicle);
  if (known !== undefined) {
    return known;
  }
  const { name, key, makeModel, group, place } = vehicle;
  const text = plain(`${name} ${key} ${key.replace(/\s/g, '')} ${makeModel} ${group} ${place}`);
  texts.set(vehicle, text);
  return text;
}

/** Lower case without accents: "skoda" finds Škoda. */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

function isIn({ position }: FleetVehicle, { south, west, north, east }: Area): boolean {
  return position !== undefined && position.lat >= south && position.lat <= north && position.lng >= west && position.lng <= east;
}

const statusOrder: Record<Status, number> = { MOVING: 0, IDLING: 1, STATIONARY: 2, UNKNOWN: 3, OFFLINE: 4 };
const byName = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** Compares two vehicles of a list; equal ones stand by name. */
export function comparator(sort: Sort): (a: FleetVehicle, b: FleetVehicle) => number {
  const name = (a: FleetVehicle, b: FleetVehicle) => byName.compare(a.name, b.name) || byName.compare(a.id, b.id);
  switch (sort) {
    case 'lastUpdate':
      return (a, b) => (b.lastSeen ?? 0) - (a.lastSeen ?? 0) || name(a, b);
    case 'speed':
      return (a, b) => (b.speedKmh ?? -1) - (a.speedKmh ?? -1) || name(a, b);
    case 'status':
      return (a, b) => statusOrder[a.status] - statusOrder[b.status] || name(a, b);
    case 'name':
      return name;
  }
}

import type { PresenceRecord } from '../api/get-presences';
import type { VehicleRecord } from '../api/get-vehicles';
import { STATUSES, type FleetVehicle, type Status } from './vehicle';

/** What React sees; replaced as a whole at each flush, never changed in place. */
export interface FleetSnapshot {
  vehicles: readonly FleetVehicle[];
  byId: ReadonlyMap<string, FleetVehicle>;
  counts: Readonly<Record<Status, number>>;
  /** Unix milliseconds at which presence was last heard of, by push or poll. */
  heardAt: number | undefined;
}

const NOTHING: FleetSnapshot = { vehicles: [], byId: new Map(), counts: countOf([]), heardAt: undefined };

/** How long changes are gathered before the list renders again. The markers do not wait: they read `moved`. */
const FLUSH_MS = 250;

/**
 * The fleet outside React: thousands of updates a second reach the map without rendering a component, and the list
 * a few times a second.
 */
export class FleetStore {
  private vehicles = new Map<string, FleetVehicle>();
  private shownDevice = new Map<string, string>();
  private early = new Map<string, PresenceRecord>();
  private snapshot = NOTHING;
  private heardAt: number | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly listeners = new Set<() => void>();
  private readonly strangers = new Set<() => void>();
  private readonly movers = new Set<(changed: FleetVehicle[]) => void>();

  constructor(private readonly now: () => number = Date.now) {}

  /** For useSyncExternalStore. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly getSnapshot = (): FleetSnapshot => this.snapshot;

  /** Calls back at once with the vehicles of each update; for the marker layer. */
  onMoved(listener: (changed: FleetVehicle[]) => void): () => void {
    this.movers.add(listener);
    return () => this.movers.delete(listener);
  }

  /** Calls back when presence comes of a vehicle that is not known: the master data is old. */
  onStranger(listener: () => void): () => void {
    this.strangers.add(listener);
    return () => this.strangers.delete(listener);
  }

  /** Lets the list catch up with whatever has gathered. */
  readonly refresh = (): void => this.flush();

  /** Replaces the master data; presence that is known stays. */
  setVehicles(records: VehicleRecord[]): void {
    const next = new Map<string, FleetVehicle>();
    this.shownDevice = new Map();
    for (const record of records) {
      const master = masterOf(record);
      next.set(record.id, { ...blank, ...this.vehicles.get(record.id), ...master });
      if (master.deviceId !== undefined) this.shownDevice.set(record.id, master.deviceId);
    }
    this.vehicles = next;
    const early = [...this.early.values()];
    this.early.clear();
    this.applyPresences(early, { heard: false });
    this.flush();
  }

  /** Shows how the fleet stood at a moment, whichever was shown before. */
  showMoment(records: VehicleRecord[], presences: PresenceRecord[]): void {
    this.vehicles.clear();
    this.early.clear();
    const then = new Map(presences.map((one) => [one.vehicle_id, one]));
    for (const record of records) {
      const vehicle = { ...blank, ...masterOf(record) };
      const presence = then.get(record.id);
      this.vehicles.set(record.id, presence ? { ...vehicle, ...stateOf(presence, vehicle) } : vehicle);
    }
    this.movers.forEach((listener) => listener([...this.vehicles.values()]));
    this.flush();
  }

  /** Applies pushed or polled presence; a record older than what is shown is ignored. */
  applyPresences(records: PresenceRecord[], { heard = true } = {}): void {
    if (heard) this.heardAt = this.now();
    const changed: FleetVehicle[] = [];
    for (const record of records) {
      if (record.removed) {
        this.remove(record);
        continue;
      }
      const next = this.apply(record);
      if (next) changed.push(next);
    }
    if (heard && this.early.size > 0 && this.vehicles.size > 0) this.strangers.forEach((listener) => listener());
    if (changed.length > 0) this.movers.forEach((listener) => listener(changed));
    this.timer ??= setTimeout(() => this.flush(), FLUSH_MS);
  }

  /** Takes a vehicle away that is gone or out of sight; one that only changed its device comes back with the master data. */
  private remove({ vehicle_id, device_id }: PresenceRecord): void {
    const shown = this.shownDevice.get(vehicle_id);
    if (this.vehicles.has(vehicle_id) && (shown === undefined || shown === device_id)) {
      this.vehicles.delete(vehicle_id);
      this.shownDevice.delete(vehicle_id);
    }
    this.strangers.forEach((listener) => listener());
  }

  private apply(record: PresenceRecord): FleetVehicle | undefined {
    const current = this.vehicles.get(record.vehicle_id);
    if (!current) {
      this.early.set(record.device_id, record);
      return undefined;
    }
    const shown = this.shownDevice.get(record.vehicle_id);
    if (shown !== undefined && shown !== record.device_id) return undefined;
    if (current.lastSeen !== undefined && record.last_seen !== undefined && record.last_seen < current.lastSeen) return undefined;
    const next = { ...current, ...stateOf(record, current) };
    this.vehicles.set(next.id, next);
    return next;
  }

  private flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const vehicles = [...this.vehicles.values()];
    this.snapshot = { vehicles, byId: new Map(this.vehicles), counts: countOf(vehicles), heardAt: this.heardAt };
    this.listeners.forEach((listener) => listener());
  }
}

function countOf(vehicles: FleetVehicle[]): Record<Status, number> {
  const counts = Object.fromEntries(STATUSES.map((status) => [status, 0])) as Record<Status, number>;
  for (const { status } of vehicles) counts[status]++;
  return counts;
}

function masterOf(record: VehicleRecord) {
  const device = record.devices.find((d) => d.is_defaultdevice) ?? record.devices[0];
  return {
    id: record.id,
    deviceId: device?.device_id,
    name: record.vehicle_name,
    type: record.vehicle_type,
    makeModel: [record.make, record.model].filter(Boolean).join(' '),
    key: record.key,
    group: record.group,
    deviceModel: device?.model ?? '',
  };
}

/** The server's word for a place that nobody named. */
const notKnown = 'Not known';

/** The parts of a vehicle that presence tells; what a record leaves out stays as it was. */
function stateOf(record: PresenceRecord, current: FleetVehicle) {
  return {
    deviceId: record.device_id,
    status: record.status,
    position: record.coordinates ?? current.position,
    headingDeg: record.direction ?? current.headingDeg,
    speedKmh: record.speed,
    limitKmh: record.speed_limit,
    mileageKm: record.mileage ?? current.mileageKm,
    ignition: record.acc,
    lastSeen: record.last_seen ?? current.lastSeen,
    place: record.place === notKnown ? '' : record.place,
    signal: record.network_signal,
    faults: record.faults,
    channels: record.channels.length || current.channels,
    driver: record.driver ?? '',
    tripStart: record.trip_start,
    ...(record.name ? { name: record.name } : {}),
    ...(record.type ? { type: record.type } : {}),
  };
}

/** A vehicle that nothing was heard of. */
const blank = {
  status: 'OFFLINE', position: undefined, headingDeg: 0, speedKmh: undefined, limitKmh: undefined, mileageKm: undefined, ignition: undefined,
  lastSeen: undefined, place: '', signal: undefined, faults: 0, channels: 0, driver: '', tripStart: undefined,
} as const;

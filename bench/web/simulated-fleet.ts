/** How often frames are pushed, as the host does it, and how often each vehicle reports; in milliseconds. */
export const frameMs = 150;
const reportMs = 5_000;

const statuses = ['MOVING', 'MOVING', 'MOVING', 'IDLING', 'STATIONARY', 'OFFLINE'] as const;

interface Simulated {
  id: string;
  name: string;
  status: (typeof statuses)[number];
  lat: number;
  lng: number;
  heading: number;
}

/** As it is pushed; only what is looked at here has a type. */
export interface Presence extends Record<string, unknown> {
  vehicle_id: string;
}

/** Vehicles that drive about within some degrees, in the form of the vehicles plugin's answers; the same ones in every run. */
export class SimulatedFleet {
  readonly #vehicles: Simulated[];
  #next = 0;

  constructor(count: number, spreadDeg = 5) {
    const random = sequence(7);
    this.#vehicles = Array.from({ length: count }, (_, index) => ({
      id: `v-${index}`,
      name: `Truck ${String(index + 1).padStart(5, '0')}`,
      status: statuses[Math.floor(random() * statuses.length)] ?? 'MOVING',
      lat: 51.5 + (random() - 0.3) * spreadDeg,
      lng: -1.9 + (random() - 0.5) * spreadDeg,
      heading: random() * 360,
    }));
  }

  /** The answer to `GET /org/{orgId}/vehicles/verbose`; `q` is looked for in names. */
  page(number: number, size: number, q: string): object {
    const found = this.#vehicles.filter(({ name }) => name.toLowerCase().includes(q.toLowerCase()));
    const rows = found.slice((number - 1) * size, number * size);
    return { Vehicles: rows.map(masterOf), page_count: Math.max(1, Math.ceil(found.length / size)), total_records: found.length };
  }

  /** The answer to `GET /org/{orgId}/vehicles/presence`. */
  presences(ids: ReadonlySet<string> | undefined): object {
    return { Presences: this.#vehicles.filter(({ id }) => !ids || ids.has(id)).map(presenceOf) };
  }

  /** Those that report next, a step further on: each vehicle comes once in {@link reportMs}. */
  next(): Presence[] {
    const count = Math.ceil((this.#vehicles.length * frameMs) / reportMs);
    return Array.from({ length: count }, () => {
      const vehicle = this.#vehicles[this.#next++ % this.#vehicles.length] as Simulated;
      if (vehicle.status === 'MOVING') drive(vehicle);
      return presenceOf(vehicle);
    });
  }
}

/** 100 m or so the way it heads, then a little to the right. */
function drive(vehicle: Simulated): void {
  const radians = (vehicle.heading * Math.PI) / 180;
  vehicle.lat += 0.001 * Math.cos(radians);
  vehicle.lng += 0.0016 * Math.sin(radians);
  vehicle.heading = (vehicle.heading + 3) % 360;
}

function masterOf({ id, name }: Simulated): object {
  return {
    id, vehicle_name: name, vehicle_type: 'truck', group: 'demo', node: 'demo', make: 'Volvo', model: 'FH16', key: name.slice(-5), disabled: false,
    fuel: 'diesel', year: 2024, VIN: '', notes: '', version: 1, devices: [{ device_id: `d-${id}`, is_defaultdevice: true, model: 'AD-1' }],
  };
}

function presenceOf({ id, name, status, lat, lng, heading }: Simulated): Presence {
  return {
    device_id: `d-${id}`, vehicle_id: id, name, type: 'truck', is_defaultdevice: true, coordinates: { lat, lng }, direction: heading, mileage: 1000,
    status, speed: status === 'MOVING' ? 62 : 0, speed_limit: 80, last_seen: new Date().toISOString(), acc: status === 'MOVING', faults: 0,
    network_signal: 4, channels: [], place: 'A1', driver: 'Sam',
  };
}

/** Numbers from 0 to 1 that are the same in every run. */
function sequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

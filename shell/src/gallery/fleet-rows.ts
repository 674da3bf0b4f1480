import type { TreeGroup } from '@outrider/sdk/select';
import type { ListFilter, ListQuery, TablePage } from '@outrider/sdk/table';

/** A vehicle of the gallery. */
export interface GalleryVehicle {
  id: string;
  name: string;
  type: 'truck' | 'van' | 'bus' | 'car';
  group: string;
  speedKmh: number | null;
  odometerM: number;
  year: number;
  seenAt: number;
  active: boolean;
  driver: string;
}

const places = ['Crewe', 'Leeds', 'Carlisle', 'Antwerp', 'Hamburg', 'Sevilla'];
const drivers = ['Ann Hughes', 'Bram de Wit', 'Chloé Martin', 'Dieter Kühn', 'Elena Ruiz', ''];
const types = ['truck', 'van', 'bus', 'car'] as const;
const dayMs = 86_400_000;
const startMs = Date.UTC(2026, 10, 21, 12);

/** `count` vehicles, the same every time. */
export function galleryVehicles(count: number): GalleryVehicle[] {
  return Array.from({ length: count }, (_, n) => ({
    id: `v${n}`,
    name: `${places[n % 6]?.slice(0, 2).toUpperCase()}${String(10 + (n % 60))} ${String.fromCharCode(65 + (n % 26), 65 + ((n * 7) % 26), 65 + ((n * 11) % 26))}`,
    type: types[(n * 7) % 4] ?? 'truck',
    group: places[n % 6] ?? '',
    speedKmh: n % 5 === 0 ? null : (n * 37) % 118,
    odometerM: ((n * 7919) % 412_000) * 1000,
    year: 2014 + ((n * 3) % 12),
    seenAt: startMs - ((n * n * 971) % 900) * (dayMs / 90),
    active: n % 9 !== 0,
    driver: drivers[(n * 5) % 6] ?? '',
  }));
}

/** Answers a table's query in the browser, as a list of the API would. */
export function answer(all: GalleryVehicle[], { page, size, sort, q, filters }: ListQuery): TablePage<GalleryVehicle> {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  const found = all.filter((one) => words.every((word) => `${one.name} ${one.driver}`.toLowerCase().includes(word)) && filters.every((filter) => matches(one, filter)));
  const ordered = found.toSorted((a, b) => {
    for (const { field, falls } of sort) {
      const order = compare(valueOf(a, field), valueOf(b, field));
      if (order !== 0) {
        return falls ? -order : order;
      }
    }
    return 0;
  });
  return { rows: ordered.slice((page - 1) * size, page * size), total: found.length, pageCount: Math.max(1, Math.ceil(found.length / size)) };
}

function valueOf(row: GalleryVehicle, field: string): string | number | boolean | null {
  return (row as unknown as Record<string, string | number | boolean | null>)[field] ?? null;
}

function compare(a: ReturnType<typeof valueOf>, b: ReturnType<typeof valueOf>): number {
  return typeof a === 'string' && typeof b === 'string' ? a.localeCompare(b) : Number(a) - Number(b);
}

function matches(row: GalleryVehicle, { field, op, values: [value = '', ...more] }: ListFilter): boolean {
  const own = valueOf(row, field);
  const than = typeof own === 'number' ? (field === 'seenAt' ? Date.parse(value) : Number(value)) : value;
  switch (op) {
    case 'contains':
      return String(own).toLowerCase().includes(value.toLowerCase());
    case 'eq':
      return String(own) === value;
    case 'ne':
      return String(own) !== value;
    case 'in':
      return [value, ...more].includes(String(own));
    case 'empty':
      return (own === null || own === '') === (value !== 'false');
    default: {
      const order = own === null ? Number.NaN : compare(own, than);
      return op === 'gt' ? order > 0 : op === 'gte' ? order >= 0 : op === 'lt' ? order < 0 : order <= 0;
    }
  }
}

/** A tree of `count` vehicles in groups of about forty, three levels deep. */
export function galleryTree(count: number): TreeGroup {
  const vehicles = galleryVehicles(count);
  const groups = Math.max(1, Math.ceil(count / 40 / places.length));
  return {
    id: 'demo',
    metadata: { label: 'Demo Transport' },
    vehicleArray: [],
    nodes: places.map((place, at) => ({
      id: place,
      metadata: { label: place },
      vehicleArray: [],
      nodes: Array.from({ length: groups }, (_, depot) => ({
        id: `${place}-${depot}`,
        metadata: { label: `${place} depot ${depot + 1}` },
        nodes: [],
        vehicleArray: vehicles
          .filter((_one, n) => n % 6 === at && Math.floor(n / 6) % groups === depot)
          .map(({ id, name, type }) => ({ id, vehicle_name: name, vehicle_type: type })),
      })),
    })),
  };
}

import { project, type MercatorPoint } from './mercator';

/** A road of the base map. `a` is a primary road, green or white on most maps. */
export interface Road {
  ref: string;
  kind: 'motorway' | 'a';
  /** In unit Mercator coordinates (0 to 1, from the north-west). */
  points: MercatorPoint[];
  bounds: { minX: number; minY: number; maxX: number; maxY: number };
}

/** As stored: points are [lat, lng] in degrees. */
export interface RawRoad {
  ref: string;
  kind: 'motorway' | 'a';
  points: [number, number][];
}

/** Prepares stored roads: projected, and rounded off by a Catmull-Rom curve, since they are stored as waypoints. */
export function prepareRoads(raw: RawRoad[]): Road[] {
  return raw.map(({ ref, kind, points }) => {
    const curve = smooth(points.map(([lat, lng]) => project(lat, lng)));
    return { ref, kind, points: curve, bounds: boundsOf(curve) };
  });
}

const STEPS = 6;

/**
 * A smooth curve through the points: Catmull-Rom with half the usual tension, since waypoints stand at very different
 * distances. Simulated vehicles drive on the same curve.
 */
export function smooth(points: MercatorPoint[]): MercatorPoint[] {
  if (points.length < 3) return points;
  const at = (i: number) => points[Math.max(0, Math.min(i, points.length - 1))] as MercatorPoint;
  const curve: MercatorPoint[] = [];
  for (let i = 0; i + 1 < points.length; i++) {
    const [a, b, c, d] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    for (let step = 0; step < STEPS; step++) {
      const t = step / STEPS;
      curve.push({ x: between(a.x, b.x, c.x, d.x, t), y: between(a.y, b.y, c.y, d.y, t) });
    }
  }
  curve.push(at(points.length - 1));
  return curve;
}

function between(a: number, b: number, c: number, d: number, t: number): number {
  const [enter, leave] = [(c - a) / 4, (d - b) / 4];
  const [t2, t3] = [t * t, t * t * t];
  return (2 * t3 - 3 * t2 + 1) * b + (t3 - 2 * t2 + t) * enter + (3 * t2 - 2 * t3) * c + (t3 - t2) * leave;
}

function boundsOf(points: MercatorPoint[]) {
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  return { minX: Math.min(...xs), minY: Math.min(...ys), maxX: Math.max(...xs), maxY: Math.max(...ys) };
}

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

/** A Catmull-Rom curve through the points. */
export function smooth(points: MercatorPoint[]): MercatorPoint[] {
  if (points.length < 3) return points;
  const curve: MercatorPoint[] = [];
  for (let i = 0; i + 1 < points.length; i++) {
    const p1 = points[i]!;
    const p2 = points[i + 1]!;
    const p0 = points[i - 1] ?? p1;
    const p3 = points[i + 2] ?? p2;
    for (let step = 0; step < STEPS; step++) {
      const t = step / STEPS;
      curve.push({ x: spline(p0.x, p1.x, p2.x, p3.x, t), y: spline(p0.y, p1.y, p2.y, p3.y, t) });
    }
  }
  curve.push(points.at(-1)!);
  return curve;
}

function spline(a: number, b: number, c: number, d: number, t: number): number {
  return 0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t * t * t);
}

function boundsOf(points: MercatorPoint[]) {
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  return { minX: Math.min(...xs), minY: Math.min(...ys), maxX: Math.max(...xs), maxY: Math.max(...ys) };
}

import { describe, expect, it } from 'vitest';

import type { LinePoint } from '../api/trips';
import { corridorOf } from './corridor';

/** Whether a place is inside, by the crossings of a ray; not the product's own. */
function holds(points: { lat: number; lng: number }[], [x, y]: LinePoint): boolean {
  let inside = false;
  points.forEach((a, index) => {
    const b = points[(index + 1) % points.length] ?? a;
    if (a.lat > y !== b.lat > y && x < ((b.lng - a.lng) * (y - a.lat)) / (b.lat - a.lat) + a.lng) inside = !inside;
  });
  return inside;
}

const metre = 1 / 111_195;

describe('a corridor', () => {
  it('of a straight line is a rectangle as wide as it was said', () => {
    const { points = [] } = corridorOf([[0, 0], [0.01, 0]], 50) ?? {};
    expect(points).toHaveLength(4);
    for (const { lat } of points ?? []) expect(Math.abs(lat)).toBeCloseTo(25 * metre, 5);
  });

  it('holds the line and what is near it, also at bends', () => {
    const line: LinePoint[] = [[-2.4, 53.3], [-2.39, 53.305], [-2.39, 53.31], [-2.405, 53.312]];
    const { points } = corridorOf(line, 60) ?? {};
    for (const [lng, lat] of line.slice(1, -1)) {
      expect(holds(points ?? [], [lng, lat])).toBe(true);
      expect(holds(points ?? [], [lng, lat + 24 * metre])).toBe(true);
    }
    expect(holds(points ?? [], [-2.395, 53.3025 + 60 * metre])).toBe(false);
  });

  it('of a line that crosses itself is one polygon that does not', () => {
    const { points = [] } = corridorOf([[0, 0], [0.02, 0.02], [0.02, 0], [0, 0.02]], 100) ?? {};
    const crossing = (points ?? []).some((a, i, all) =>
      all.some((c, j) => {
        const [b, d] = [all[(i + 1) % all.length] ?? a, all[(j + 1) % all.length] ?? c];
        if (Math.abs(i - j) < 2 || Math.abs(i - j) === all.length - 1) return false;
        const side = (p: typeof a, q: typeof a, r: typeof a) => Math.sign((q.lng - p.lng) * (r.lat - p.lat) - (q.lat - p.lat) * (r.lng - p.lng));
        return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
      }),
    );
    expect(crossing).toBe(false);
  });

  it('of thousands of points has no more corners than a geofence may', () => {
    const line: LinePoint[] = Array.from({ length: 5000 }, (_, i) => [-2.4 + i / 20_000, 53.3 + Math.sin(i / 40) / 100]);
    const { points = [] } = corridorOf(line, 40) ?? {};
    expect(points?.length).toBeGreaterThan(100);
    expect(points?.length).toBeLessThanOrEqual(500);
  });

  it('spans the 180th meridian', () => {
    const { points = [] } = corridorOf([[179.99, -17], [-179.99, -17]], 1000) ?? {};
    expect(points?.map(({ lng }) => Math.abs(lng) > 179.9)).toEqual([true, true, true, true]);
  });

  it('of nothing is none', () => {
    expect(corridorOf([], 50)).toBeUndefined();
    expect(corridorOf([[1, 1], [1, 1]], 50)).toBeUndefined();
    expect(corridorOf([[1, 1], [2, 1]], 0)).toBeUndefined();
  });
});

import { EndType, inflatePathsD, JoinType, simplifyPathD, type PathD } from 'clipper2-ts';

import type { Area } from '../api/fences';
import type { LinePoint } from '../api/trips';

/** Metres of a degree of latitude. */
const degreeM = 111_195;
/** What the API takes. */
const mostCorners = 500;

/**
 * The polygon of all that is within half a width of a line; undefined for a line without length. A line that closes round a place has it inside. One with more corners than the API
 * takes is made simpler, first by what nobody would see.
 */
export function corridorOf(line: readonly LinePoint[], widthM: number): Area | undefined {
  const [first] = line;
  if (!first || !(widthM > 0)) return undefined;
  const plane = planeAt(first, line);
  const way = line.map(plane.to).filter((point, index, all) => index === 0 || Math.hypot(point.x - (all[index - 1]?.x ?? 0), point.y - (all[index - 1]?.y ?? 0)) > 0.1);
  if (way.length < 2) return undefined;
  for (let tolerance = widthM / 50; tolerance < widthM * 64; tolerance *= 2) {
    const thinned = simplifyPathD(way, tolerance, true);
    const [outline] = inflatePathsD([thinned.length < 2 ? way : thinned], widthM / 2, JoinType.Miter, EndType.Butt, 2, 3).sort((a, b) => Math.abs(areaOf(b)) - Math.abs(areaOf(a)));
    if (!outline) return undefined;
    const corners = simplifyPathD(outline, widthM / 200, false);
    if (corners.length <= mostCorners) return { type: 'polygon', points: corners.map(plane.from) };
  }
  return undefined;
}

/** Metres east and north of a place, with longitudes that are continuous along a line. */
function planeAt([lng0, lat0]: LinePoint, line: readonly LinePoint[]) {
  const middle = line.reduce((sum, [, lat]) => sum + lat, 0) / line.length || lat0;
  const shrink = Math.max(0.01, Math.cos((middle * Math.PI) / 180));
  let before = lng0;
  return {
    to: ([lng, lat]: LinePoint) => {
      before = lng - 360 * Math.round((lng - before) / 360);
      return { x: (before - lng0) * degreeM * shrink, y: (lat - lat0) * degreeM };
    },
    from: ({ x, y }: PathD[number]) => {
      const lng = lng0 + x / degreeM / shrink;
      return { lat: digits(lat0 + y / degreeM), lng: digits(lng - 360 * Math.round(lng / 360)) };
    },
  };
}

function digits(degrees: number): number {
  return Number(degrees.toFixed(6));
}

function areaOf(ring: PathD): number {
  let sum = 0;
  ring.forEach(({ x, y }, index) => {
    const next = ring[(index + 1) % ring.length] ?? { x, y };
    sum += x * next.y - next.x * y;
  });
  return sum / 2;
}

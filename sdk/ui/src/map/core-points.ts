/** A place in degrees. */
export interface Point {
  lat: number;
  lng: number;
}

const kilometresPerDegree = 111.2;
/** Nothing nearer than this to the middle is an outlier. */
const nearKm = 200;
/** An outlier is so many times farther from the middle than half of the points. */
const farther = 10;
/** More than this share of the points are not outliers, but another place. */
const mostOutliers = 0.1;

/**
 * The points that a map is fitted to: all but single ones that are far from everything else, such as a position of a receiver
 * that is wrong, or a vehicle that is shipped abroad. They stay on the map; they do not decide what it shows.
 */
export function corePoints<P extends Point>(points: readonly P[]): readonly P[] {
  if (points.length < 3) {
    return points;
  }
  const middle = { lat: median(points.map(({ lat }) => lat)), lng: median(points.map(({ lng }) => lng)) };
  const distances = points.map((point) => distanceKm(point, middle));
  const limit = Math.max(nearKm, farther * median(distances));
  const core = points.filter((_, i) => (distances[i] ?? 0) <= limit);
  return points.length - core.length <= Math.max(1, mostOutliers * points.length) ? core : points;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
}

/** About how far two places are apart; the shorter way round the earth. */
function distanceKm(a: Point, b: Point): number {
  const around = Math.abs(a.lng - b.lng) % 360;
  const across = Math.min(around, 360 - around) * Math.cos(((a.lat + b.lat) / 2) * (Math.PI / 180));
  return Math.hypot(a.lat - b.lat, across) * kilometresPerDegree;
}

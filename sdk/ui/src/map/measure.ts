import type { Position, Shape } from './shape';

/** The radius of the sphere that is as large as the earth. */
const earthM = 6_371_008.8;
const radians = Math.PI / 180;

/** How far two places are apart. */
export function metresBetween([lngA, latA]: Position, [lngB, latB]: Position): number {
  const [dLat, dLng] = [(latB - latA) * radians, (lngB - lngA) * radians];
  const h = Math.sin(dLat / 2) ** 2 + Math.cos(latA * radians) * Math.cos(latB * radians) * Math.sin(dLng / 2) ** 2;
  return 2 * earthM * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** The length of a shape's border, or of a route. */
export function lengthM(shape: Shape): number {
  if (shape.kind === 'circle') return 2 * Math.PI * earthM * Math.sin(shape.radius_m / earthM);
  const line = shape.kind === 'route' ? shape.geometry.coordinates : shape.geometry.coordinates[0];
  return line.slice(1).reduce((sum, point, at) => sum + metresBetween(line[at] as Position, point), 0);
}

/** The area of a shape in square metres; a route has none. */
export function areaM2(shape: Shape): number | undefined {
  if (shape.kind === 'route') return undefined;
  if (shape.kind === 'circle') return 2 * Math.PI * earthM ** 2 * (1 - Math.cos(shape.radius_m / earthM));
  const ring = shape.geometry.coordinates[0];
  const twice = ring.slice(1).reduce((sum, [lng, lat], at) => {
    const [lngBefore, latBefore] = ring[at] as Position;
    return sum + (lng - lngBefore) * radians * (2 + Math.sin(latBefore * radians) + Math.sin(lat * radians));
  }, 0);
  return Math.abs(twice / 2) * earthM ** 2;
}

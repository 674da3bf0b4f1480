/** A point in unit Web Mercator: 0 to 1 from the north-west corner of the world. */
export interface MercatorPoint {
  x: number;
  y: number;
}

/** The Mercator latitude limit, in degrees. */
const MAX_LAT = 85.05112878;

/** Projects degrees to unit Web Mercator. */
export function project(lat: number, lng: number): MercatorPoint {
  const sin = Math.sin((Math.max(-MAX_LAT, Math.min(MAX_LAT, lat)) * Math.PI) / 180);
  return { x: lng / 360 + 0.5, y: 0.5 - (0.25 * Math.log((1 + sin) / (1 - sin))) / Math.PI };
}

/** Metres a pixel at a latitude and zoom, for 256 px tiles. */
export function metresPerPixel(lat: number, zoom: number): number {
  return (40_075_016.686 * Math.cos((lat * Math.PI) / 180)) / (256 * 2 ** zoom);
}

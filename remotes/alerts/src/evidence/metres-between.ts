interface Coords {
  lat: number;
  lng: number;
}

/** The Earth's mean radius in metres. */
const earthM = 6_371_008.8;

/** The great-circle distance of two places in metres. */
export function metresBetween(a: Coords, b: Coords): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const lat = Math.sin(radians(b.lat - a.lat) / 2);
  const lng = Math.sin(radians(b.lng - a.lng) / 2);
  const h = lat * lat + Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * lng * lng;
  return 2 * earthM * Math.asin(Math.min(1, Math.sqrt(h)));
}

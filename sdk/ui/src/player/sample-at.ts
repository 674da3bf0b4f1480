import { firstFrom } from '../charts/lttb';
import type { TrackingSample } from '../device-files/tracking-file';

/** Where a vehicle was at a time, between two readings. */
export interface Place {
  lat: number;
  lng: number;
  courseDeg: number;
  speedKmh: number;
}

/** Finds where a vehicle was by its route; quick enough for every frame. Undefined without a valid reading. */
export function placeFinder(tracking: readonly TrackingSample[]): (at: number) => Place | undefined {
  const valid = tracking.filter(({ gpsValid }) => gpsValid);
  const times = valid.map(({ time }) => time);
  return (at) => {
    const index = firstFrom(times, at);
    const next = valid[Math.min(index, valid.length - 1)];
    const before = valid[Math.max(0, index - 1)];
    if (!next || !before) {
      return undefined;
    }
    const length = next.time - before.time;
    const part = length > 0 ? Math.min(1, Math.max(0, (at - before.time) / length)) : 0;
    const between = (a: number, b: number) => a + (b - a) * part;
    return { lat: between(before.lat, next.lat), lng: between(before.lng, next.lng), courseDeg: part < 0.5 ? before.courseDeg : next.courseDeg, speedKmh: between(before.speedKmh, next.speedKmh) };
  };
}

import * as z from '@outrider/sdk/schema';

/** What a vehicle said over a time, a column each; NaN, or -1 for the ignition, where it said nothing. */
export interface Track {
  zone: string;
  fromMs: number;
  toMs: number;
  /** More than 0: of each stretch so long one reading is here. */
  stepMs: number;
  /** Unix milliseconds, rising. */
  times: Float64Array;
  lat: Float64Array;
  lng: Float64Array;
  /** km/h. */
  speed: Float32Array;
  limit: Float32Array;
  /** Degrees from north. */
  heading: Float32Array;
  /** 1 on, 0 off. */
  ignition: Int8Array;
  /** Percent. */
  fuel: Float32Array;
}

/** The answer of `GET …/vehicles/{id}/track`; its columns are read by {@link readTrack}, since a schema would look at each number. */
export const trackSchema = z.object({ zone: z.string(), from_ms: z.number(), to_ms: z.number(), step_ms: z.number(), readings: z.number(), chunks: z.array(z.unknown()) });

type Column = readonly (number | null)[];
type Chunk = { n: number } & Partial<Record<'t' | 'lat' | 'lng' | 'speed' | 'limit' | 'heading' | 'ignition' | 'fuel', Column>>;

/** Unfolds the columns: each number is the difference from the one before that was known. */
export function readTrack({ zone, from_ms: fromMs, to_ms: toMs, step_ms: stepMs, readings, chunks }: z.infer<typeof trackSchema>): Track {
  const track: Track = {
    zone, fromMs, toMs, stepMs, times: new Float64Array(readings), lat: new Float64Array(readings), lng: new Float64Array(readings), speed: new Float32Array(readings),
    limit: new Float32Array(readings), heading: new Float32Array(readings), ignition: new Int8Array(readings), fuel: new Float32Array(readings),
  };
  const columns = [
    ['t', track.times, 1, Number.NaN], ['lat', track.lat, 1e6, Number.NaN], ['lng', track.lng, 1e6, Number.NaN], ['speed', track.speed, 10, Number.NaN], ['limit', track.limit, 10, Number.NaN],
    ['heading', track.heading, 1, Number.NaN], ['ignition', track.ignition, 1, -1], ['fuel', track.fuel, 10, Number.NaN],
  ] as const;
  for (const [name, into, parts, unknown] of columns) {
    let last = 0;
    let index = 0;
    for (const chunk of chunks as Chunk[]) {
      const column = chunk[name];
      for (let i = 0; i < chunk.n; i++, index++) {
        const step = column?.[i] ?? null;
        if (step !== null) last += step;
        into[index] = step === null ? unknown : last / parts;
      }
    }
  }
  return track;
}

/** A track with the readings of another one in the place of its own, in the time of that. */
export function withDetail(whole: Track, fine: Track): Track {
  const first = firstFrom(whole.times, fine.fromMs);
  const end = firstFrom(whole.times, fine.toMs);
  const put = <T extends Float64Array | Float32Array | Int8Array>(into: T, column: T, inner: T) => {
    into.set(column.subarray(0, first));
    into.set(inner, first);
    into.set(column.subarray(end), first + inner.length);
    return into;
  };
  const length = first + fine.times.length + whole.times.length - end;
  return {
    ...whole,
    times: put(new Float64Array(length), whole.times, fine.times), lat: put(new Float64Array(length), whole.lat, fine.lat), lng: put(new Float64Array(length), whole.lng, fine.lng),
    speed: put(new Float32Array(length), whole.speed, fine.speed), limit: put(new Float32Array(length), whole.limit, fine.limit), heading: put(new Float32Array(length), whole.heading, fine.heading),
    ignition: put(new Int8Array(length), whole.ignition, fine.ignition), fuel: put(new Float32Array(length), whole.fuel, fine.fuel),
  };
}

/** How long nothing comes until nothing is known of a vehicle any more, in milliseconds. */
export const silenceMs = 600_000;
/** How long before a silence what was said last still counts, in milliseconds. */
const graceMs = 60_000;
/** The limit where none is known, in km/h. */
export const unknownLimitKmh = 120;

/** How fast a reading is against its limit: 0 within it, 1 above, 2 by more than a tenth. */
export function levelAt({ speed, limit }: Pick<Track, 'speed' | 'limit'>, index: number): 0 | 1 | 2 {
  const kmh = speed[index] ?? Number.NaN;
  const allowed = Number.isNaN(limit[index] ?? Number.NaN) ? unknownLimitKmh : (limit[index] ?? 0);
  return kmh > allowed * 1.1 ? 2 : kmh > allowed ? 1 : 0;
}

/** The first index whose time is not before `at`. */
export function firstFrom(times: Float64Array, at: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? Infinity) < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The last reading at or before a time; -1 before the first. */
export function indexAt(times: Float64Array, at: number): number {
  const after = firstFrom(times, at);
  return times[after] === at ? after : after - 1;
}

/** Where a vehicle was and how it went. */
export interface Moment {
  lat: number;
  lng: number;
  headingDeg: number;
  /** NaN: not known. */
  speedKmh: number;
  limitKmh: number;
  ignition: number;
  /** Nothing is known of that time: it is where it was last heard of. */
  isSilent: boolean;
}

/** Where a vehicle was at a time: between two readings on the line between them, in a silence where it was before; undefined before its first position. */
export function momentAt(track: Track, at: number): Moment | undefined {
  const before = indexAt(track.times, at);
  let known = before;
  while (known >= 0 && Number.isNaN(track.lat[known] ?? Number.NaN)) known--;
  if (known < 0) {
    return undefined;
  }
  const value = (column: ArrayLike<number>, index = before) => column[index] ?? Number.NaN;
  const next = before + 1;
  const length = value(track.times, next) - value(track.times);
  // A recorder that fell asleep with the ignition off has left its vehicle standing. At the end more may come.
  const isSilent = track.ignition[before] !== 0 && (Number.isNaN(length) ? at - value(track.times) >= silenceMs : length >= silenceMs && at - value(track.times) > graceMs);
  const isBetween = known === before && length < silenceMs && !Number.isNaN(value(track.lat, next));
  const part = isBetween ? (at - value(track.times)) / length : 0;
  const between = (column: ArrayLike<number>) => value(column, known) + (isBetween ? (value(column, next) - value(column, known)) * part : 0);
  return {
    lat: between(track.lat), lng: between(track.lng), headingDeg: Number.isNaN(value(track.heading, known)) ? bearing(track, known) : value(track.heading, known), speedKmh: value(track.speed),
    limitKmh: value(track.limit), ignition: track.ignition[before] ?? -1, isSilent,
  };
}

/** The way from a reading to the next with a position, in degrees from north. */
function bearing({ lat, lng }: Track, index: number): number {
  const [a, b, c, d] = [lat[index] ?? 0, lng[index] ?? 0, lat[index + 1] ?? Number.NaN, lng[index + 1] ?? Number.NaN];
  const angle = (Math.atan2((d - b) * Math.cos((a * Math.PI) / 180), c - a) * 180) / Math.PI;
  return Number.isNaN(angle) ? 0 : (angle + 360) % 360;
}

/** A stretch of the route of one level, by indices; where nothing is known there is none. */
export interface Stretch {
  level: 0 | 1 | 2;
  points: [number, number][];
  /** The index of its first point. */
  first: number;
}

/** The route as stretches; neighbours share a point, and over a silence there is no line. */
export function stretchesOf(track: Track): Stretch[] {
  const found: Stretch[] = [];
  let open: Stretch | undefined;
  let last = -1;
  for (let i = 0; i < track.times.length; i++) {
    const point: [number, number] = [track.lat[i] ?? Number.NaN, track.lng[i] ?? Number.NaN];
    if (Number.isNaN(point[0])) continue;
    const isCut = last >= 0 && (track.times[i] ?? 0) - (track.times[last] ?? 0) >= silenceMs;
    const level = levelAt(track, i);
    if (open && !isCut) open.points.push(point);
    if (!open || isCut || open.level !== level) {
      open = { level, points: [point], first: i };
      found.push(open);
    }
    last = i;
  }
  return found.filter(({ points }) => points.length > 1);
}

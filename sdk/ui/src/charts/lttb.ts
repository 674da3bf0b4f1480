/**
 * Indices of at most `count` of the points from `begin` to `end` (exclusive) that keep a line's shape, by Steinarsson's
 * largest-triangle-three-buckets: the first and last point, and of each bucket the one that spans the largest triangle with its
 * neighbours. Missing values (null, NaN) are kept as gaps.
 */
export function lttb(times: ArrayLike<number>, values: ArrayLike<number | null>, count: number, begin = 0, end = times.length): number[] {
  const length = end - begin;
  if (length <= count || count < 3) {
    return Array.from({ length }, (_, index) => begin + index);
  }
  const chosen = [begin];
  const size = (length - 2) / (count - 2);
  let last = begin;
  for (let bucket = 0; bucket < count - 2; bucket++) {
    const from = begin + 1 + Math.floor(bucket * size);
    const to = begin + 1 + Math.floor((bucket + 1) * size);
    const next = mean(times, values, to, Math.min(begin + 1 + Math.floor((bucket + 2) * size), end));
    last = widest(times, values, from, to, last, next);
    chosen.push(last);
  }
  chosen.push(end - 1);
  return chosen;
}

interface Point {
  at: number;
  value: number;
}

function mean(times: ArrayLike<number>, values: ArrayLike<number | null>, from: number, to: number): Point {
  let at = 0;
  let value = 0;
  let known = 0;
  for (let index = from; index < to; index++) {
    const one = values[index];
    if (isNumber(one)) {
      at += times[index] ?? 0;
      value += one;
      known += 1;
    }
  }
  return known > 0 ? { at: at / known, value: value / known } : { at: times[from] ?? 0, value: 0 };
}

function widest(times: ArrayLike<number>, values: ArrayLike<number | null>, from: number, to: number, last: number, next: Point): number {
  const at = times[last] ?? 0;
  const before = values[last];
  const value = isNumber(before) ? before : 0;
  let best = from;
  let area = -1;
  for (let index = from; index < to; index++) {
    const one = values[index];
    if (!isNumber(one)) {
      return index; // a gap stays a gap
    }
    const spanned = Math.abs((at - next.at) * (one - value) - (at - (times[index] ?? 0)) * (next.value - value));
    if (spanned > area) {
      area = spanned;
      best = index;
    }
  }
  return best;
}

function isNumber(value: number | null | undefined): value is number {
  return typeof value === 'number' && !Number.isNaN(value);
}

/** The first index whose time is not before `at`; times rise. */
export function firstFrom(times: ArrayLike<number>, at: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? Infinity) < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The index whose time is nearest to `at`; -1 without points. */
export function nearest(times: ArrayLike<number>, at: number): number {
  const after = firstFrom(times, at);
  if (after >= times.length) {
    return times.length - 1;
  }
  const before = after - 1;
  return before >= 0 && at - (times[before] ?? 0) <= (times[after] ?? 0) - at ? before : after;
}

import type { View } from './view';

/** How fast a vehicle went at a second of the day, in km/h. */
export interface DaySpeed {
  second: number;
  speed: number;
}

/** Readings further apart than this are not joined, in seconds. */
const apart = 120;
/** The speed at the top of a lane that nothing is faster than, in km/h. */
const usualTop = 60;

/** The fastest of some speeds, in km/h, and at least `least`: what a lane is high for. */
export function topOf(speeds: readonly DaySpeed[], least = usualTop): number {
  return speeds.reduce((most, { speed }) => Math.max(most, speed), least);
}

/** The stretches of a view in which speeds are known, each as points of a box 1 wide and 1 high; of those that fall on one pixel the fastest stands for all. */
export function linesOf(speeds: readonly DaySpeed[], view: View, width: number): { x: number; y: number }[][] {
  const top = topOf(speeds);
  const step = view.span / Math.max(1, width);
  const lines: { x: number; y: number }[][] = [];
  let last: DaySpeed | undefined;
  for (const one of speeds) {
    if (one.second < view.from - apart || one.second > view.from + view.span + apart) {
      continue;
    }
    const point = { x: (one.second - view.from) / view.span, y: 1 - one.speed / top };
    const line = lines.at(-1);
    const before = line?.at(-1);
    if (!line || !before || !last || one.second - last.second > apart) {
      lines.push([point]);
    } else if (line.length > 1 && (point.x - before.x) * view.span < step) {
      before.y = Math.min(before.y, point.y);
    } else {
      line.push(point);
    }
    last = one;
  }
  return lines.filter(({ length }) => length > 1);
}

/** A line as the path of an SVG, and with `isArea` the area below it. */
export function pathOf(line: readonly { x: number; y: number }[], isArea = false): string {
  const path = line.map(({ x, y }, i) => `${i === 0 ? 'M' : 'L'}${round(x)} ${round(y)}`).join('');
  const [first, last] = [line[0], line.at(-1)];
  return isArea && first && last ? `${path}L${round(last.x)} 1L${round(first.x)} 1Z` : path;
}

const round = (share: number) => Math.round(share * 1e5) / 1e5;

/** A point of the drawing in pixels; without `y` the line is broken there. */
export interface PathPoint {
  x: number;
  y: number | undefined;
}

/** A tenth of a pixel is finer than anybody sees. */
const written = (px: number) => String(Math.round(px * 10) / 10);

/** The path of a line through points, for an SVG. */
export function linePath(points: PathPoint[]): string {
  return stretches(points).map(through).join('');
}

/** The path of what lies between a line and a height. */
export function areaPath(points: PathPoint[], baseY: number): string {
  return stretches(points).map((line) => `${through(line)}L${written(line.at(-1)?.x ?? 0)},${written(baseY)}H${written(line[0]?.x ?? 0)}Z`).join('');
}

/** The path of what lies between two lines of the same times, where both are known. */
export function bandPath(low: PathPoint[], high: PathPoint[]): string {
  const isKnown = (index: number) => low[index]?.y !== undefined && high[index]?.y !== undefined;
  const both = (line: PathPoint[]) => stretches(line.map((point, index) => (isKnown(index) ? point : { x: point.x, y: undefined })));
  const lower = both(low);
  return both(high).map((line, index) => `${through(line)}L${through([...(lower[index] ?? [])].reverse()).slice(1)}Z`).join('');
}

/** The parts of a line between its breaks. */
function stretches(points: PathPoint[]): Required<PathPoint>[][] {
  const list: PathPoint[][] = [];
  let isOpen = false;
  for (const point of points) {
    if (point.y === undefined) {
      isOpen = false;
      continue;
    }
    if (!isOpen) list.push([]);
    isOpen = true;
    list.at(-1)?.push(point);
  }
  return list as Required<PathPoint>[][];
}

function through(line: PathPoint[]): string {
  return line.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${written(x)},${written(y ?? 0)}`).join('');
}

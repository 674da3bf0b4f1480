import type { RouteMark } from './route-layer';

/** How high the text above a mark is, and how wide it and its margin are beside its letters; in pixels. */
const heightPx = 20;
const letterPx = 6.5;
const marginPx = 20;

/** The keys of the marks whose text would lie on that of one that lasted longer, where the map has them. */
export function crowdedTexts(marks: readonly RouteMark[], place: (mark: RouteMark) => { x: number; y: number }): ReadonlySet<string> {
  const shown: { x: number; y: number; half: number }[] = [];
  const crowded = new Set<string>();
  const byLength = marks.filter(({ text }) => text).sort((a, b) => (b.lengthMs ?? 0) - (a.lengthMs ?? 0));
  for (const mark of byLength) {
    const { x, y } = place(mark);
    const half = ((mark.text?.length ?? 0) * letterPx + marginPx) / 2;
    if (shown.some((other) => Math.abs(other.x - x) < other.half + half && Math.abs(other.y - y) < heightPx)) crowded.add(mark.key);
    else shown.push({ x, y, half });
  }
  return crowded;
}

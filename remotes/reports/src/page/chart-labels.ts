/** About how wide a letter is, and what stays free beside a label; in pixels. */
const letterPx = 6.2;
const gapPx = 6;

/** The places of the labels that stand below evenly spaced bars without touching: the longest, which begin months, go first; of the others each second, third and so on. */
export function labelsThatFit(labels: readonly string[], widthPx: number): Set<number> {
  const slotPx = widthPx / labels.length;
  const needs = labels.map(({ length }) => length * letterPx + gapPx);
  const usual = needs.toSorted((a, b) => a - b)[needs.length >> 1] ?? 0;
  const every = Math.max(1, Math.ceil(usual / slotPx));
  const shown = new Set<number>();
  const add = (at: number) => {
    const isFree = [...shown].every((other) => Math.abs(other - at) * slotPx >= ((needs[at] ?? 0) + (needs[other] ?? 0)) / 2);
    if (isFree) shown.add(at);
  };
  labels.forEach((_, at) => (needs[at] ?? 0) > usual * 1.5 && add(at));
  labels.forEach((_, at) => at % every === 0 && add(at));
  return shown;
}

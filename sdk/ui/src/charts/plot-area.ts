import type { TimeSpan } from './cursor';

/** Room around the plot, in pixels; the same in every chart, so that charts below each other share their time axis. */
export const margins = { top: 10, right: 12, bottom: 22, left: 44 } as const;

/** Where a time is drawn, in pixels from the chart's left edge. */
export function xOf(at: number, { from, to }: TimeSpan, width: number): number {
  return margins.left + ((at - from) / (to - from || 1)) * plotWidth(width);
}

/** The time at a place, in milliseconds, within the span. */
export function timeAt(x: number, { from, to }: TimeSpan, width: number): number {
  const part = (x - margins.left) / (plotWidth(width) || 1);
  return from + Math.min(1, Math.max(0, part)) * (to - from);
}

/** Where a value is drawn, in pixels from the chart's top. */
export function yOf(value: number, [least, greatest]: readonly [number, number], height: number): number {
  return margins.top + (1 - (value - least) / (greatest - least || 1)) * (height - margins.top - margins.bottom);
}

/** Width of the plot within a chart of that width. */
export function plotWidth(width: number): number {
  return Math.max(0, width - margins.left - margins.right);
}

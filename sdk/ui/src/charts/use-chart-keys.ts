import type { KeyboardEvent } from 'react';

import type { Cursor, TimeSpan } from './cursor';
import { nearest } from './lttb';

/** The shortest stretch that a chart zooms to, in milliseconds. */
export const shortestZoomMs = 500;

/** Arrows go from sample to sample (Shift ten), Page Up and Down a tenth, Home and End to the ends; + and - zoom, 0 shows everything. */
export function chartKeys(cursor: Cursor, times: ArrayLike<number>, span: TimeSpan, whole: TimeSpan) {
  return (event: KeyboardEvent): void => {
    const at = cursor.at() ?? span.from;
    const moved = movedBy(event, at, times, span);
    if (moved !== undefined) {
      event.preventDefault();
      cursor.set(Math.min(whole.to, Math.max(whole.from, moved)), 'chart');
      return;
    }
    const factor = { '+': 0.5, '=': 0.5, '-': 2 }[event.key];
    if (factor !== undefined && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      cursor.zoom(zoomed(span, whole, factor, at));
    } else if (event.key === '0' || (event.key === 'Escape' && cursor.view())) {
      event.preventDefault();
      event.stopPropagation();
      cursor.zoom(undefined);
    }
  };
}

function movedBy({ key, shiftKey }: KeyboardEvent, at: number, times: ArrayLike<number>, { from, to }: TimeSpan): number | undefined {
  const step = { ArrowRight: 1, ArrowLeft: -1, ArrowUp: 1, ArrowDown: -1 }[key];
  if (step !== undefined) {
    const index = nearest(times, at) + step * (shiftKey ? 10 : 1);
    return times[Math.min(times.length - 1, Math.max(0, index))];
  }
  switch (key) {
    case 'Home':
      return from;
    case 'End':
      return to;
    case 'PageUp':
      return at + (to - from) / 10;
    case 'PageDown':
      return at - (to - from) / 10;
    default:
      return undefined;
  }
}

/** A span made narrower or wider around a time; undefined when it is everything. */
export function zoomed({ from, to }: TimeSpan, whole: TimeSpan, factor: number, around: number): TimeSpan | undefined {
  const length = Math.max(shortestZoomMs, (to - from) * factor);
  if (length >= whole.to - whole.from) {
    return undefined;
  }
  const centre = Math.min(to, Math.max(from, around));
  const begin = Math.min(Math.max(centre - ((centre - from) / (to - from || 1)) * length, whole.from), whole.to - length);
  return { from: begin, to: begin + length };
}

import { useRef, type PointerEvent } from 'react';

import type { Cursor, TimeSpan } from './cursor';
import { timeAt } from './plot-area';
import { shortestZoomMs } from './use-chart-keys';

/** A drag shorter than this is a click, in pixels. */
const leastDrag = 6;

interface BrushOptions {
  cursor: Cursor;
  span: TimeSpan;
  width: number;
  onSeek?: ((at: number) => void) | undefined;
}

/**
 * Pointing moves the cursor, dragging with the mouse zooms to what was dragged over, a click seeks. A finger moves the cursor. `mark` shows what is
 * dragged over. A cursor that is a playhead moves by pressing and dragging instead, and Shift with a drag zooms.
 */
export function useBrush({ cursor, span, width, onSeek }: BrushOptions) {
  const mark = useRef<HTMLElement>(null);
  const start = useRef<number>(undefined);
  const isScrubbing = useRef(false);
  const place = (event: PointerEvent<HTMLElement>) => event.clientX - event.currentTarget.getBoundingClientRect().left;
  const show = (from: number, to: number) => {
    if (mark.current) {
      mark.current.hidden = Math.abs(to - from) < leastDrag;
      mark.current.style.left = `${Math.min(from, to)}px`;
      mark.current.style.width = `${Math.abs(to - from)}px`;
    }
  };
  const handlers = {
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const x = place(event);
      if (!cursor.isPlayhead || isScrubbing.current) cursor.set(timeAt(x, span, width), 'chart');
      if (start.current !== undefined) show(start.current, x);
    },
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) {
        return;
      }
      if (cursor.isPlayhead && !event.shiftKey) {
        isScrubbing.current = true;
        cursor.set(timeAt(place(event), span, width), 'chart');
        event.currentTarget.setPointerCapture(event.pointerId);
      } else if (event.pointerType === 'mouse') {
        start.current = place(event);
        event.currentTarget.setPointerCapture(event.pointerId);
      }
    },
    onPointerCancel: () => {
      isScrubbing.current = false;
      start.current = undefined;
      if (mark.current) mark.current.hidden = true;
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      const from = start.current;
      start.current = undefined;
      const x = place(event);
      if (isScrubbing.current) {
        isScrubbing.current = false;
        onSeek?.(timeAt(x, span, width));
        return;
      }
      if (mark.current) mark.current.hidden = true;
      if (from === undefined || Math.abs(x - from) < leastDrag) {
        onSeek?.(timeAt(x, span, width));
        return;
      }
      const [begin = span.from, end = span.to] = [timeAt(from, span, width), timeAt(x, span, width)].sort((a, b) => a - b);
      if (end - begin >= shortestZoomMs) cursor.zoom({ from: begin, to: end });
    },
    onDoubleClick: () => cursor.zoom(undefined),
  };
  return { mark, handlers };
}

import { useEffect, useRef, type RefObject } from 'react';

import { moved, zoomed, type View } from './view';

interface Gestures {
  view: View;
  /** Pixels that the view is wide. */
  width: number;
  onView: (change: (before: View) => View) => void;
  /** A second was pointed at. */
  onTap: (second: number) => void;
}

/** How far a pointer moves before it drags, in pixels. */
const dragFrom = 4;

/** What fingers, mouse and wheel do on the timeline: drag moves it, pinch and wheel zoom about the time in its middle, a tap points at a second. */
export function useGestures(area: RefObject<HTMLElement | null>, gestures: Gestures): void {
  const latest = useRef(gestures);
  useEffect(() => {
    latest.current = gestures;
  });
  useEffect(() => {
    const element = area.current;
    if (!element) {
      return;
    }
    const pointers = new Map<number, { x: number; y: number }>();
    let travelled = 0;
    const seconds = (pixels: number) => (pixels / Math.max(1, latest.current.width)) * latest.current.view.span;
    const gap = () => {
      const [a, b] = [...pointers.values()];
      return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0;
    };
    const down = (event: PointerEvent) => {
      if (event.button !== 0 || (event.target as Element).closest('[data-own-drag]')) {
        return;
      }
      pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      travelled = pointers.size === 1 ? 0 : Infinity; // two fingers never tap
      element.setPointerCapture?.(event.pointerId);
    };
    const move = (event: PointerEvent) => {
      const before = pointers.get(event.pointerId);
      if (!before) {
        return;
      }
      const gapBefore = gap();
      pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      const dx = event.clientX - before.x;
      travelled += Math.abs(dx);
      if (pointers.size === 2 && gapBefore > 0) {
        const factor = gap() / gapBefore;
        latest.current.onView((view) => zoomed(view, factor));
      } else if (pointers.size === 1 && travelled > dragFrom) {
        latest.current.onView((view) => moved(view, -seconds(dx)));
      }
    };
    const up = (event: PointerEvent) => {
      const wasLast = pointers.delete(event.pointerId) && pointers.size === 0;
      if (wasLast && event.type === 'pointerup' && travelled <= dragFrom) {
        const { view, width, onTap } = latest.current;
        const x = event.clientX - element.getBoundingClientRect().left;
        onTap(Math.round(view.from + (x / Math.max(1, width)) * view.span));
      }
    };
    const wheel = (event: WheelEvent) => {
      event.preventDefault(); // the page would scroll, or zoom as a whole
      if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
        latest.current.onView((view) => moved(view, seconds(event.deltaX || event.deltaY)));
      } else {
        latest.current.onView((view) => zoomed(view, Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.002))));
      }
    };
    element.addEventListener('pointerdown', down);
    element.addEventListener('pointermove', move);
    element.addEventListener('pointerup', up);
    element.addEventListener('pointercancel', up);
    element.addEventListener('wheel', wheel, { passive: false });
    return () => {
      element.removeEventListener('pointerdown', down);
      element.removeEventListener('pointermove', move);
      element.removeEventListener('pointerup', up);
      element.removeEventListener('pointercancel', up);
      element.removeEventListener('wheel', wheel);
    };
  }, [area]);
}

import { useEffect, useRef, type RefObject } from 'react';

import { Fingers } from './fingers';
import { moved, zoomed, type View } from './view';

interface Gestures {
  view: View;
  /** Pixels that the view is wide. */
  width: number;
  onView: (change: (before: View) => View) => void;
  /** A second was pointed at. */
  onTap: (second: number) => void;
}

/** What fingers, mouse and wheel do on the timeline: drag moves it, pinch and wheel zoom about the time in its middle, a tap points at a second. What is marked `data-own-drag` drags by itself, with one pointer. */
export function useGestures(area: RefObject<HTMLElement | null>, gestures: Gestures): void {
  const latest = useRef(gestures);
  useEffect(() => {
    latest.current = gestures;
  });
  useEffect(() => (area.current ? listen(area.current, () => latest.current) : undefined), [area]);
}

function listen(element: HTMLElement, now: () => Gestures): () => void {
  const fingers = new Fingers();
  const seconds = (pixels: number) => (pixels / Math.max(1, now().width)) * now().view.span;
  const down = (event: PointerEvent) => {
    if (event.button === 0) {
      const isOwn = (event.target as Element).closest('[data-own-drag]') !== null;
      fingers.put(event, isOwn);
      if (!isOwn) element.setPointerCapture?.(event.pointerId);
    }
  };
  const move = (event: PointerEvent) => {
    const meant = fingers.move(event);
    if (fingers.havePinched) {
      event.stopPropagation(); // what drags by itself stays where it is
    }
    if (meant) {
      now().onView((view) => ('factor' in meant ? zoomed(view, meant.factor) : moved(view, -seconds(meant.by))));
    }
  };
  const up = (event: PointerEvent) => {
    if (fingers.lift(event)) {
      const { view, onTap } = now();
      onTap(Math.round(view.from + seconds(event.clientX - element.getBoundingClientRect().left)));
    }
  };
  const wheel = (event: WheelEvent) => {
    event.preventDefault(); // the page would scroll, or zoom as a whole
    if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      now().onView((view) => moved(view, seconds(event.deltaX || event.deltaY)));
    } else {
      now().onView((view) => zoomed(view, Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.002))));
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
}

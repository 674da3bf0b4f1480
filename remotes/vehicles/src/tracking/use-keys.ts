import type { PlaybackClock } from '@outrider/sdk/player';
import { useEffect, useRef } from 'react';

interface KeyActions {
  clock: PlaybackClock;
  onStep: (by: 1 | -1) => void;
  onFollow: () => void;
}

/** How far the arrows go, in milliseconds; with Shift further. */
const stepMs = 5_000;
const farMs = 60_000;

/** The keys of the page: Space plays, arrows go 5 s (Shift a minute), brackets to the event before or after, F follows. Fields, menus and the map keep their own. */
export function useKeys(actions: KeyActions): void {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || keepsKeys(event.target, event.key) || document.querySelector('.MuiModal-root')) return;
      const { clock, onStep, onFollow } = latest.current;
      const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (by !== undefined) clock.seek(clock.at() + by * (event.shiftKey ? farMs : stepMs), 'keys');
      else if (event.key === ' ') clock.toggle();
      else if (event.key === '[') onStep(-1);
      else if (event.key === ']') onStep(1);
      else if (event.key.toLowerCase() === 'f') onFollow();
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

function keepsKeys(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest('input, select, textarea, [role="menu"], [role="dialog"], [role="tablist"], .leaflet-container')) return true;
  return key === ' ' && target.closest('button, a, [role="row"]') !== null;
}

import { useEffect, useRef, useState } from 'react';

/** How long nobody may move before everything stops, in milliseconds. */
export const idleMs = 120_000;

const signs = ['mousemove', 'pointerdown', 'touchstart', 'keydown', 'wheel'] as const;

/** Counts down while it is on: calls `onIdle` after 2 minutes without mouse, touch or key. Returns the seconds left. */
export function useIdle(isOn: boolean, onIdle: () => void): number {
  const last = useRef(0);
  const act = useRef(onIdle);
  const [left, setLeft] = useState(idleMs / 1000);
  useEffect(() => {
    act.current = onIdle;
  });
  useEffect(() => {
    if (!isOn) {
      return;
    }
    const moved = () => (last.current = Date.now());
    moved();
    const tick = () => {
      const rest = idleMs - (Date.now() - last.current);
      setLeft(Math.max(0, Math.ceil(rest / 1000)));
      if (rest <= 0) {
        act.current();
      }
    };
    tick();
    const timer = setInterval(tick, 1000);
    signs.forEach((sign) => document.addEventListener(sign, moved, { passive: true }));
    return () => {
      clearInterval(timer);
      signs.forEach((sign) => document.removeEventListener(sign, moved));
    };
  }, [isOn]);
  return left;
}

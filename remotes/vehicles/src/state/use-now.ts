import { useSyncExternalStore } from 'react';

import { useMoment } from './use-moment';

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let now = Date.now();

function listen(listener: () => void): () => void {
  listeners.add(listener);
  now = Date.now();
  timer ??= setInterval(() => {
    now = Date.now();
    listeners.forEach((one) => one());
  }, 1000);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
  };
}

/** The time in Unix milliseconds, anew every second; all that show an age tick together. On a map of the past it is the moment that is shown. */
export function useNow(): number {
  const ticking = useSyncExternalStore(listen, () => now);
  return useMoment() ?? ticking;
}

import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let isShown = false;

/** Shows the recent route of whichever vehicle is selected on the map, or no more. */
export function showRecentRoute(on: boolean): void {
  isShown = on;
  listeners.forEach((listener) => listener());
}

/** Whether the recent route of the selected vehicle is on the map. */
export function useRecentRoute(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isShown,
  );
}

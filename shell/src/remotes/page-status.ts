import { useSyncExternalStore } from 'react';

/** How a remote's page stands: its code is on the way, it is shown, or it failed. */
export type PageStatus = 'pending' | 'loaded' | 'failed';

const statuses = new Map<string, PageStatus>();
const listeners = new Set<() => void>();

/** Notes how the page of that application stands. */
export function setPageStatus(application: string, status: PageStatus): void {
  statuses.set(application, status);
  listeners.forEach((listener) => listener());
}

/** How the page of that application stands. */
export function usePageStatus(application: string): PageStatus {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => statuses.get(application) ?? 'pending',
  );
}

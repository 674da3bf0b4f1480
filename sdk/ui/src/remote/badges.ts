import { useSyncExternalStore } from 'react';

/** How much waits behind an entry of the drawer. */
export interface Badge {
  count: number;
  /** `ok` is good news (finished downloads); otherwise it is unread. */
  tone?: 'ok';
}

/** Sets the badge of the navigation entry with that id; undefined takes it away. */
export type SetBadge = (entryId: string, badge: Badge | undefined) => void;

/** What a module in the slot `drawer-badges` exports as `badges`: counts until the function that it returns is called. */
export interface BadgeSource {
  start: (set: SetBadge) => () => void;
}

const badges = new Map<string, Badge>();
const listeners = new Set<() => void>();

/** Sets the badge of a navigation entry. */
export const setBadge: SetBadge = (entryId, badge) => {
  if (badge) {
    badges.set(entryId, badge);
  } else {
    badges.delete(entryId);
  }
  listeners.forEach((listener) => listener());
};

/** The badge of a navigation entry. */
export function useBadge(entryId: string): Badge | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => badges.get(entryId),
  );
}

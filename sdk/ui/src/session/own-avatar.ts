import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let picture: string | undefined;

/** Shows a picture of the signed-in user, an address that an image can have; undefined shows their initials. */
export function setOwnAvatar(address: string | undefined): void {
  picture = address;
  listeners.forEach((listener) => listener());
}

/** The picture of the signed-in user, or undefined for their initials. */
export function useOwnAvatar(): string | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => picture,
  );
}

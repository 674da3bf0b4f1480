import { useSyncExternalStore } from 'react';

const parameter = 'vehicle_id';
const listeners = new Set<() => void>();

function listen(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('popstate', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('popstate', listener);
  };
}

function current(): string | undefined {
  return new URLSearchParams(location.search).get(parameter) ?? undefined;
}

/** Chooses a vehicle, or none; the address follows, so that it can be passed on. */
export function select(id: string | undefined): void {
  if (id === current()) {
    return;
  }
  const url = new URL(location.href);
  if (id === undefined) {
    url.searchParams.delete(parameter);
  } else {
    url.searchParams.set(parameter, id);
  }
  history.replaceState(history.state, '', url);
  listeners.forEach((listener) => listener());
}

/** The vehicle that the address names, `?vehicle_id=…`. */
export function useSelected(): string | undefined {
  return useSyncExternalStore(listen, current);
}

import { useEffect, useState, useSyncExternalStore } from 'react';

const parameter = 'at';
const listeners = new Set<() => void>();

function listen(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('popstate', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('popstate', listener);
  };
}

function current(): number | undefined {
  if (location.pathname !== '/map-view') return undefined;
  const at = Number(new URLSearchParams(location.search).get(parameter));
  return at > 0 && at < Date.now() ? at : undefined;
}

/** Has the map show a moment of the past, in Unix milliseconds, or what is now; the address follows. */
export function setMoment(at: number | undefined): void {
  const url = new URL(location.href);
  if (at === undefined) url.searchParams.delete(parameter);
  else url.searchParams.set(parameter, String(Math.round(at)));
  history.replaceState(history.state, '', url);
  listeners.forEach((listener) => listener());
}

/** The moment of the past that the map shows, `?at=…`; undefined: now. */
export function useMoment(): number | undefined {
  return useSyncExternalStore(listen, current);
}

/** A value once it has rested for a while: what is costly to show does not follow while time is played. */
export function useRested<T>(value: T, restMs: number): T {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), restMs);
    return () => clearTimeout(timer);
  }, [value, restMs]);
  return rested;
}

/** Changes of single rows that arrive live, shown without asking the list again. Make it once a screen: `useState(createRowPatches)`. */
export interface RowPatches<Row> {
  /** Lays fields over the row of a key, now or once its page is shown; only that row is drawn again. */
  patch: (key: string, change: Partial<Row>) => void;
  /** The fields that lie over a row. */
  get: (key: string) => Partial<Row> | undefined;
  /** Calls `listener` after each change of a key's row until the returned function is called. */
  subscribe: (key: string, listener: () => void) => () => void;
  /** Drops what came before `atMs`: a list asked for later knows it. */
  forget: (atMs: number) => void;
}

/** Makes an empty {@link RowPatches}. */
export function createRowPatches<Row>(now: () => number = Date.now): RowPatches<Row> {
  const patches = new Map<string, { change: Partial<Row>; atMs: number }>();
  const listeners = new Map<string, Set<() => void>>();
  return {
    patch: (key, change) => {
      patches.set(key, { change: { ...patches.get(key)?.change, ...change }, atMs: now() });
      listeners.get(key)?.forEach((listener) => listener());
    },
    get: (key) => patches.get(key)?.change,
    subscribe: (key, listener) => {
      const own = listeners.get(key) ?? new Set();
      listeners.set(key, own.add(listener));
      return () => {
        own.delete(listener);
        if (own.size === 0 && listeners.get(key) === own) {
          listeners.delete(key);
        }
      };
    },
    forget: (atMs) => {
      for (const [key, patch] of patches) {
        if (patch.atMs < atMs) {
          patches.delete(key);
          listeners.get(key)?.forEach((listener) => listener());
        }
      }
    },
  };
}

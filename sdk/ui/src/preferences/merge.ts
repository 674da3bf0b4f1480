/** A change of preferences: objects merge, arrays are replaced whole, null removes. */
export type Patch = { [key: string]: unknown };

/** Applies a change as the server does. */
export function merged(into: Patch, change: Patch): Patch {
  const changed = Object.entries(change).map(([key, value]) => [key, isPatch(value) ? merged(asPatch(into[key]), value) : value] as const);
  const all = Object.entries({ ...into, ...Object.fromEntries(changed) });
  return Object.fromEntries(all.filter(([, value]) => value !== null));
}

/** The change that takes `change` back, for what `before` was. */
export function inverse(before: Patch, change: Patch): Patch {
  return Object.fromEntries(
    Object.entries(change).map(([key, value]) => {
      const old = before[key];
      return [key, isPatch(value) && isPatch(old) ? inverse(old, value) : (old ?? null)];
    }),
  );
}

function isPatch(value: unknown): value is Patch {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function asPatch(value: unknown): Patch {
  return isPatch(value) ? value : {};
}

/**
 * A change of preferences: objects merge, arrays are replaced whole, null removes. A list of things with an `id` is also changed by naming those
 * that change, so that another device that changes others meanwhile loses nothing: `{ $new: { fuel: { x: 0 } }, $each: { map: { x: 3 }, old: null } }`
 * adds `fuel` unless it is there, then merges `map`, which is added if it is not there, and takes `old` out.
 */
export type Patch = { [key: string]: unknown };

/** A change of some things of a list; see {@link Patch}. */
export interface ThingPatch {
  $each?: { [id: string]: Patch | null };
  $new?: { [id: string]: Patch };
}

/** Applies a change as the server does. */
export function merged(into: Patch, change: Patch): Patch {
  const changed = Object.entries(change).map(([key, value]) => [key, mergedValue(into[key], value)] as const);
  const all = Object.entries({ ...into, ...Object.fromEntries(changed) });
  return Object.fromEntries(all.filter(([, value]) => value !== null));
}

/** The change that takes `change` back, for what `before` was. */
export function inverse(before: Patch, change: Patch): Patch {
  return Object.fromEntries(
    Object.entries(change).map(([key, value]) => {
      const old = before[key];
      if (isThingPatch(value)) {
        return [key, { $each: thingsBefore(asList(old), value) }];
      }
      return [key, isPatch(value) && isPatch(old) ? inverse(old, value) : (old ?? null)];
    }),
  );
}

function mergedValue(old: unknown, value: unknown): unknown {
  if (isThingPatch(value)) {
    return mergedThings(asList(old), value);
  }
  return isPatch(value) ? merged(isPatch(old) ? old : {}, value) : value;
}

function mergedThings(list: readonly unknown[], { $each = {}, $new = {} }: ThingPatch): unknown[] {
  const withNew = [...list, ...missing(list, $new).map((id) => merged({ id }, $new[id] ?? {}))];
  const all = [...withNew, ...missing(withNew, $each).map((id) => ({ id }))];
  return all.flatMap((one) => {
    const change = $each[idOf(one) ?? ''];
    return change === null ? [] : [isPatch(one) && isPatch(change) ? merged(one, change) : one];
  });
}

/** The ids of things that a list does not have, in order. */
function missing(list: readonly unknown[], things: { [id: string]: unknown }): string[] {
  const known = new Set(list.map(idOf));
  return Object.keys(things).filter((id) => isPatch(things[id]) && !known.has(id)).sort();
}

/** What takes a change of things back: those that it changes become as they were, those that it adds go. */
function thingsBefore(list: readonly unknown[], { $each = {}, $new = {} }: ThingPatch): ThingPatch['$each'] {
  const old = new Map(list.flatMap((one) => (isPatch(one) ? [[idOf(one), one] as const] : [])));
  const before = (id: string): Patch | null => {
    const [was, change] = [old.get(id), $each[id]];
    return was && isPatch(change) ? inverse(was, change) : (was ?? null);
  };
  return Object.fromEntries([...Object.keys($each), ...missing(list, $new)].map((id) => [id, before(id)]));
}

function idOf(one: unknown): string | undefined {
  return isPatch(one) && typeof one['id'] === 'string' ? one['id'] : undefined;
}

function isThingPatch(value: unknown): value is ThingPatch {
  const entries = isPatch(value) ? Object.entries(value) : [];
  return entries.length > 0 && entries.every(([name, things]) => (name === '$each' || name === '$new') && isPatch(things));
}

function isPatch(value: unknown): value is Patch {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

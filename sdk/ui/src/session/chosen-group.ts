import { useSyncExternalStore } from 'react';

/** The group that the user narrowed the portal to. */
export interface ChosenGroup {
  id: string;
  label: string;
  /** Ids of the group and of all below it: what belongs to one of them is within. */
  within: readonly string[];
}

const key = 'outrider.group';
const listeners = new Set<() => void>();
let chosen = read();

if (typeof window !== 'undefined') {
  window.addEventListener('storage', (event) => {
    if (event.key === key) {
      chosen = read();
      listeners.forEach((listener) => listener());
    }
  });
}

/** The group that pages narrow themselves to, or undefined for everything that the user may see. */
export function chosenGroup(): ChosenGroup | undefined {
  return chosen;
}

/** Narrows every page, in every tab, to a group; undefined shows everything again. */
export function chooseGroup(group: ChosenGroup | undefined): void {
  chosen = group;
  if (group) {
    localStorage.setItem(key, JSON.stringify(group));
  } else {
    localStorage.removeItem(key);
  }
  listeners.forEach((listener) => listener());
}

/** Calls back when another group is chosen, in this tab or another; returns what stops that. */
export function onChosenGroup(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** {@link chosenGroup} in a component. */
export function useChosenGroup(): ChosenGroup | undefined {
  return useSyncExternalStore(onChosenGroup, chosenGroup);
}

function read(): ChosenGroup | undefined {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? 'null') as ChosenGroup | null) ?? undefined;
  } catch {
    return undefined;
  }
}

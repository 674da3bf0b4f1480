import { useSyncExternalStore } from 'react';

import type { ColourMode } from './palette';

/** What the user chose; `system` follows the browser. */
export type ModeChoice = ColourMode | 'system';

/** Where the choice is remembered; boot.ts reads the same key before the first paint. */
export const modeKey = 'outrider.theme';

const listeners = new Set<() => void>();
const darkSystem = typeof matchMedia === 'function' ? matchMedia('(prefers-color-scheme: dark)') : undefined;

darkSystem?.addEventListener('change', apply);
if (typeof window !== 'undefined') {
  window.addEventListener('storage', (event) => {
    if (event.key === modeKey) {
      apply();
    }
  });
}

/** The remembered choice; without one the system decides. */
export function modeChoice(): ModeChoice {
  const stored = localStorage.getItem(modeKey);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

/** The mode that is shown now. */
export function colourMode(): ColourMode {
  const choice = modeChoice();
  if (choice !== 'system') {
    return choice;
  }
  return darkSystem?.matches ? 'dark' : 'light';
}

/** Remembers a choice and shows it at once, in every remote and every tab. */
export function chooseMode(choice: ModeChoice): void {
  localStorage.setItem(modeKey, choice);
  apply();
}

/** The mode that is shown now, and a new render when it changes. */
export function useColourMode(): ColourMode {
  return useSyncExternalStore(listen, colourMode);
}

/** The remembered choice, and a new render when it changes. */
export function useModeChoice(): ModeChoice {
  return useSyncExternalStore(listen, modeChoice);
}

/** Calls `listener` after every change, for what is drawn outside React, such as a map's canvas. */
export function onColourMode(listener: () => void): () => void {
  return listen(listener);
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function apply(): void {
  document.documentElement.dataset['theme'] = colourMode();
  listeners.forEach((listener) => listener());
}

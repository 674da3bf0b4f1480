import type { Translate } from '@outrider/sdk';

import type { Usage } from '../api/contacts';

/** How many things are named. */
export const named = 5;

/** The things that use people, each once, with the way there. */
export function usedThings(t: Translate<'contacts'>, usage: readonly Usage[]): { text: string; path: string }[] {
  const paths = new Map<string, string>();
  for (const { thing, via, path } of usage) {
    const text = via ? t('usedVia', { thing, list: via }) : thing;
    if (!paths.has(text)) paths.set(text, path);
  }
  return [...paths].map(([text, path]) => ({ text, path }));
}

/** Where people are used, in a sentence; empty for nowhere. */
export function usageText(t: Translate<'contacts'>, usage: readonly Usage[]): string {
  const things = usedThings(t, usage).map(({ text }) => text);
  if (things.length === 0) {
    return '';
  }
  const more = things.length - named;
  return t('usedIn', { things: things.slice(0, named).join(', ') + (more > 0 ? ` … +${more}` : '') });
}

import type { Translate } from '@outrider/sdk';

import type { Usage } from '../api/contacts';

/** How many things are named. */
const named = 5;

/** Where people are used, in a sentence; empty for nowhere. */
export function usageText(t: Translate<'contacts'>, usage: readonly Usage[]): string {
  const things = [...new Set(usage.map(({ thing, via }) => (via ? t('usedVia', { thing, list: via }) : thing)))];
  if (things.length === 0) {
    return '';
  }
  const more = things.length - named;
  return t('usedIn', { things: things.slice(0, named).join(', ') + (more > 0 ? ` … +${more}` : '') });
}

import { confirm, type Translate } from '@outrider/sdk';

import { getUsage } from '../api/contacts';
import type { Entry } from '../people/entry';
import { usageText } from './usage-text';

/** Asks whether the external contacts among some are to be removed, and says where they are used and that users stay. */
export async function askToRemove(t: Translate<'contacts'>, selected: readonly Entry[]): Promise<boolean> {
  const ids = selected.filter(({ kind }) => kind === 'contact').map(({ id }) => id);
  const usage = await getUsage(ids).catch(() => []);
  const text = [ids.length < selected.length ? t('internalKept') : '', usageText(t, usage)].filter(Boolean).join(' ');
  return confirm({ title: t('removeQuestion', { count: ids.length }), text, confirm: t('removeCount', { count: ids.length }), tone: 'danger' });
}

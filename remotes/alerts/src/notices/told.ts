import { addMessages, labelled, openPath, snackbar, textsOf } from '@outrider/sdk';
import * as z from '@outrider/sdk/schema';

import { labelOf, pathOf } from '../alert/looks';
import { alertSchema } from '../api/alert';
import { loadMessages } from '../messages';

const toldSchema = z.object({ action: z.literal('notify'), rule: z.string() }).and(alertSchema);

/** How long after a notice the next ones only count, in milliseconds. */
const quietMs = 10_000;

/** Shows what the user's own rules tell of just now; many at once are one sentence. */
export function createTeller(now: () => number = Date.now): (values: readonly unknown[]) => void {
  let quietUntil = 0;
  let missed = 0;
  return (values) => {
    const told = values.map((value) => toldSchema.safeParse(value)).flatMap((read) => (read.success ? [read.data] : []));
    const [first] = told;
    if (!first) return;
    if (now() < quietUntil) {
      missed += told.length;
      return;
    }
    const count = told.length + missed;
    missed = 0;
    quietUntil = now() + quietMs;
    void addMessages('alerts', loadMessages).then(() => show(first, count));
  };
}

function show(first: z.infer<typeof toldSchema>, count: number): void {
  const t = textsOf('alerts');
  const words = count === 1 ? labelled(first.rule, `${labelOf(t, first)} · ${first.vehicle_name}`) : t('rules.notices', { count });
  const path = pathOf(first);
  snackbar(words, { label: t('rules.show'), run: () => openPath(count === 1 ? path : path.replace(/\?.*/, '')) });
}

const countSchema = z.object({ action: z.literal('notices'), unread: z.number() });

/** How many are unread, by a push that says so; undefined for any other. */
export function unreadOf(values: readonly unknown[]): number | undefined {
  return values.map((value) => countSchema.safeParse(value)).findLast((read) => read.success)?.data?.unread;
}

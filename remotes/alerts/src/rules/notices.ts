import { addMessages, openPath, snackbar, translate } from '@outrider/sdk';
import * as z from '@outrider/sdk/schema';

import { alertSchema } from '../api/alert';
import { loadMessages } from '../messages';

const noticeSchema = z.object({ action: z.literal('notify'), rule: z.string() }).and(alertSchema);

/** How long after a notice the next ones only count, in milliseconds. */
const quietMs = 10_000;

/** Shows what the user's own rules tell of; many at once are one sentence. */
export function createNotices(now: () => number = Date.now): (values: readonly unknown[]) => void {
  let quietUntil = 0;
  let missed = 0;
  return (values) => {
    const notices = values.map((value) => noticeSchema.safeParse(value)).flatMap((read) => (read.success ? [read.data] : []));
    const [first] = notices;
    if (!first) return;
    if (now() < quietUntil) {
      missed += notices.length;
      return;
    }
    const count = notices.length + missed;
    missed = 0;
    quietUntil = now() + quietMs;
    void addMessages('alerts', loadMessages).then(() => show(first, count));
  };
}

function show(first: z.infer<typeof noticeSchema>, count: number): void {
  const page = first.kind === 'speeding' ? '/speeding' : first.kind === 'geofence' ? '/geofence-events' : '/notifications';
  const isLabelled = first.alert_type === 'imualert' && first.prediction_label !== '';
  const name = translate(isLabelled ? `alerts:label.${first.prediction_label}` : `alerts:type.${first.alert_type}`);
  const words = count === 1 ? `${first.rule}: ${name} · ${first.vehicle_name}` : translate('alerts:rules.notices', { count });
  snackbar(words, { label: translate('alerts:rules.show'), run: () => openPath(count === 1 ? `${page}?alert=${encodeURIComponent(first.alert_id)}` : page) });
}

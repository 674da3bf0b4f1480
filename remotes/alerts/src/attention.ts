import { addMessages, attentionSource, hasPermission, placeName, push, textsOf, type AttentionItem } from '@outrider/sdk';

import { canBeRated, iconOf, labelOf, pathOf, ratings } from './alert/looks';
import type { Alert, Quality } from './api/alert';
import { rateAlert, searchAlerts } from './api/alerts';
import { loadMessages } from './messages';
import { rangeOf } from './triage/range';

const t = textsOf('alerts');
/** How many are listed. */
const most = 25;
const everyMs = 5 * 60_000;
const severe = 3;

/** Severe driving that nobody has rated. */
export const attention = attentionSource({
  everyMs,
  read: async (days, signal) => {
    await addMessages('alerts', loadMessages);
    const filters = [
      { attribute: 'kind', value: 'driving' }, { attribute: 'archived', value: 'False' },
      { attribute: 'severity', value: [severe] }, { attribute: 'user_driving_quality', value: ['none'] },
    ];
    const { alerts, total } = await searchAlerts({ ...rangeOf(days), filters, size: most }, signal);
    return [{ id: 'alerts', label: t('attention.severe'), order: 10, total, path: `/notifications?view=notRated&severity=${severe}&days=${days}`, items: alerts.map((one) => itemOf(one, days)) }];
  },
  listen: (changed) => (hasPermission('getAlertUpdates') ? push.subscribe({ topic: 'alerts', context: 'node', values: [], onValues: changed, onResync: changed }) : () => {}),
});

function itemOf(alert: Alert, days: number): AttentionItem {
  const { alert_id: id, vehicle_name, driver_name, location, event_time_utc } = alert;
  const item: AttentionItem = {
    id, icon: iconOf(alert), tone: 'error', title: labelOf(t, alert), text: [vehicle_name, driver_name, placeName(location)].filter(Boolean).join(' · '),
    atMs: Date.parse(event_time_utc), path: pathOf(alert, days),
  };
  if (!hasPermission('rateAlert') || !canBeRated(alert)) {
    return item;
  }
  const rate = (quality: Quality) => async () => {
    await rateAlert(id, quality);
    return async () => void (await rateAlert(id, 'none'));
  };
  return { ...item, action: { label: t('rating.rate'), choices: ratings.map((quality) => ({ id: quality, label: t(`rating.${quality}`), run: rate(quality) })) } };
}

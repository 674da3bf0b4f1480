import { hasPermission, onChosenGroup, push, type BadgeSource } from '@outrider/sdk';

import type { Kind } from './api/alert';
import { searchAlerts } from './api/alerts';
import { readNotices } from './notices/api';
import { createTeller, unreadOf } from './notices/told';
import { bellId } from './notices/bell';
import { rangeOf } from './triage/range';

const entries: Record<Kind, string> = { driving: 'notifications', speeding: 'speeding', geofence: 'geofence-events' };
/** Rows of a search that is only asked for its total. */
const rows = 25;
/** How long after a push the counts are read, so that many alerts are one reading; in milliseconds. */
const settleMs = 1500;
/** How often they are read whatever happens: a day begins, or a push was lost. */
const everyMs = 5 * 60_000;

/** Unread alerts of the last 7 days behind the drawer's entries, in the group that the portal is narrowed to, and unread notices on the bell. */
export const badges: BadgeSource = {
  start: (set) => {
    const controller = new AbortController();
    const tell = createTeller();
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const show = (id: string, count: number) => set(id, count > 0 ? { count } : undefined);
    const count = async (kind: Kind) => {
      const filters = [{ attribute: 'kind', value: kind }, { attribute: 'read', value: 'False' }, { attribute: 'archived', value: 'False' }];
      const { total } = await searchAlerts({ ...rangeOf(7), filters, size: rows }, controller.signal);
      show(entries[kind], total);
    };
    const read = () => {
      waiting = undefined;
      const counts = [...(Object.keys(entries) as Kind[]).map(count), readNotices('', false, 1, controller.signal).then(({ unread }) => show(bellId, unread))];
      counts.forEach((one) => one.catch(() => {})); // those of before stay
    };
    const soon = () => {
      waiting ??= setTimeout(read, settleMs);
    };
    const onValues = (values: unknown[]) => {
      tell(values);
      const unread = unreadOf(values);
      if (unread !== undefined) show(bellId, unread);
      soon();
    };
    const leave = hasPermission('getAlertUpdates') ? push.subscribe({ topic: 'alerts', context: 'node', values: [], onValues, onResync: soon }) : () => {};
    const stay = onChosenGroup(read);
    const timer = setInterval(soon, everyMs);
    read();
    return () => {
      controller.abort();
      clearTimeout(waiting);
      clearInterval(timer);
      leave();
      stay();
    };
  },
};

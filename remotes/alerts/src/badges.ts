import { hasPermission, onChosenGroup, push, type BadgeSource } from '@outrider/sdk';

import type { Kind } from './api/alert';
import { searchAlerts } from './api/alerts-api';
import { createNotices } from './rules/notices';
import { rangeOf } from './triage/range';

const entries: Record<Kind, string> = { driving: 'notifications', speeding: 'speeding', geofence: 'geofence-events' };
/** Rows of a search that is only asked for its total. */
const rows = 25;
/** How long after a push the counts are read, so that many alerts are one reading; in milliseconds. */
const settleMs = 1500;
/** How often they are read whatever happens: a day begins, or a push was lost. */
const everyMs = 5 * 60_000;

/** Unread alerts of the last 7 days behind the drawer's entries, in the group that the portal is narrowed to. */
export const badges: BadgeSource = {
  start: (set) => {
    const controller = new AbortController();
    const notify = createNotices();
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const count = async (kind: Kind) => {
      const filters = [{ attribute: 'kind', value: kind }, { attribute: 'read', value: 'False' }, { attribute: 'archived', value: 'False' }];
      const { total } = await searchAlerts({ ...rangeOf(7), filters, size: rows }, controller.signal);
      set(entries[kind], total > 0 ? { count: total } : undefined);
    };
    const read = () => {
      waiting = undefined;
      for (const kind of Object.keys(entries) as Kind[]) {
        count(kind).catch(() => {}); // the counts of before stay
      }
    };
    const soon = () => {
      waiting ??= setTimeout(read, settleMs);
    };
    const leave = hasPermission('getAlertUpdates') ? push.subscribe({ topic: 'alerts', context: 'node', values: [], onValues: (values) => { notify(values); soon(); }, onResync: soon }) : () => {};
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

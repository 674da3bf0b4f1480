import { isArchived, type Alert } from '../api/alert';
import type { AlertPage } from '../api/alerts';

/** A page of a list whose rows stay where they are: what came meanwhile waits. */
export interface HeldPage extends AlertPage {
  /** How many alerts would come before or between the rows. */
  waiting: number;
  /** The rows as they would be with those that wait. */
  next: Alert[];
}

/** A page without anything that waits. */
export const released = (page: AlertPage): HeldPage => ({ ...page, waiting: 0, next: page.alerts });

/**
 * A page that was read anew, below the rows that were shown: they keep their places and take their new values. What would come before or between them waits, what
 * it would push off the page stays; rows that no longer match go, and those that move up from the next page are added.
 */
export function holdStill(shown: HeldPage | undefined, fresh: AlertPage): HeldPage {
  const now = new Map(fresh.alerts.map((one) => [one.alert_id, one]));
  const left = shown?.alerts.filter(({ alert_id }) => now.has(alert_id)) ?? [];
  const [first] = left;
  if (!shown || !first) return released(fresh);
  const known = new Set(shown.alerts.map(({ alert_id }) => alert_id));
  const lastAt = fresh.alerts.findLastIndex(({ alert_id }) => known.has(alert_id));
  const isNew = ({ alert_id }: Alert) => !known.has(alert_id);
  const waiting = fresh.alerts.slice(0, lastAt).filter(isNew).length;
  const tail = shown.alerts.slice(shown.alerts.findLastIndex(({ alert_id }) => now.has(alert_id)) + 1);
  const pushedOff = tail.filter((one) => isArchived(one) === isArchived(first)).slice(0, waiting);
  const added = fresh.alerts.slice(lastAt + 1);
  return { ...fresh, alerts: [...left.map((one) => now.get(one.alert_id) ?? one), ...pushedOff, ...added], waiting, next: fresh.alerts };
}

import { snackbar, toast, translate } from '@outrider/sdk';
import { startTask } from '@outrider/sdk/tasks';
import type { QueryClient } from '@tanstack/react-query';

import type { Alert } from '../api/alert';
import { alertsKey, bulkChunk, changeAlerts, searchIds, type Search, type StateChange } from '../api/alerts';
import { patchAlert } from './use-alerts';

/** Reads or archives alerts, or takes that back. The screen changes at once; a failure changes it back. What was done can be undone. */
export async function changeState(client: QueryClient, alerts: readonly Alert[], change: StateChange, mayUndo = true): Promise<boolean> {
  const changing = alerts.filter((a) => differs(a, change));
  if (changing.length === 0) {
    return true;
  }
  changing.forEach((a) => patchAlert(client, applied(a, change)));
  const ids = changing.map(({ alert_id }) => alert_id);
  try {
    await send(ids, change);
  } catch {
    changing.forEach((a) => patchAlert(client, a));
    tellFailure();
    return false;
  }
  void client.invalidateQueries({ queryKey: alertsKey });
  if (mayUndo) {
    offerUndo(change, ids.length, () => void changeState(client, changing.map((a) => applied(a, change)), reversed(change), false));
  }
  return true;
}

/** Changes every alert of a search that is not so already, as far as they are named at once. What was done can be undone: these alone are changed back. */
export async function changeFound(client: QueryClient, search: Pick<Search, 'from' | 'to' | 'filters' | 'order'>, change: StateChange): Promise<void> {
  try {
    const state = change.read === undefined ? [] : [{ attribute: 'read', value: written(!change.read) }];
    const ids = await searchIds({ ...search, filters: [...search.filters, ...state] });
    await changeIds(client, ids, change);
    offerUndo(change, ids.length, () => void changeIds(client, ids, reversed(change)).catch(tellFailure));
  } catch {
    tellFailure();
  }
}

async function changeIds(client: QueryClient, ids: readonly string[], change: StateChange): Promise<void> {
  try {
    if (ids.length > 0) await send(ids, change);
  } finally {
    void client.invalidateQueries({ queryKey: alertsKey }); // of those that went wrong a part may be done
  }
}

const send = (ids: readonly string[], change: StateChange) => (ids.length > bulkChunk ? inTray(ids, change) : changeAlerts(ids, change));

const tellFailure = () => toast(translate('alerts:error.later'), 'error');

function offerUndo(change: StateChange, count: number, undo: () => void): void {
  snackbar(translate(`alerts:done.${wordOf(change)}`, { count }), { label: translate('alerts:done.undo'), run: undo });
}

/** More than one call's worth shows its progress in the shell's tray. */
async function inTray(ids: readonly string[], change: StateChange): Promise<void> {
  const task = startTask({
    title: translate(`alerts:task.${wordOf(change)}`, { count: ids.length }),
    run: async (report) => {
      await changeAlerts(ids, change, (done) => report(done / ids.length));
      return true;
    },
  });
  if (!(await task.result)) {
    throw new Error('the bulk change did not finish');
  }
}

function wordOf({ read, archived }: StateChange): 'read' | 'unread' | 'archived' | 'restored' {
  return archived === undefined ? (read ? 'read' : 'unread') : archived ? 'archived' : 'restored';
}

const written = (value: boolean) => (value ? 'True' : 'False');

function applied(alert: Alert, { read, archived }: StateChange): Alert {
  return { ...alert, ...(read === undefined ? {} : { read: written(read) }), ...(archived === undefined ? {} : { archived: written(archived) }) };
}

function differs(alert: Alert, change: StateChange): boolean {
  const after = applied(alert, change);
  return after.read !== alert.read || after.archived !== alert.archived;
}

function reversed({ read, archived }: StateChange): StateChange {
  return { ...(read === undefined ? {} : { read: !read }), ...(archived === undefined ? {} : { archived: !archived }) };
}

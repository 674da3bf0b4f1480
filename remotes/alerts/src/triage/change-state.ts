import { snackbar, toast, translate } from '@outrider/sdk';
import { startTask } from '@outrider/sdk/tasks';
import type { QueryClient } from '@tanstack/react-query';

import type { Alert } from '../api/alert';
import { bulkChunk, changeAlerts, type StateChange } from '../api/alerts-api';
import { alertsKey, patchAlert } from './use-alerts';

/** Reads or archives alerts, or takes that back. The screen changes at once; a failure changes it back. What was done can be undone. */
export async function changeState(client: QueryClient, alerts: readonly Alert[], change: StateChange, mayUndo = true): Promise<boolean> {
  const changing = alerts.filter((a) => differs(a, change));
  if (changing.length === 0) {
    return true;
  }
  changing.forEach((a) => patchAlert(client, applied(a, change)));
  const ids = changing.map(({ alert_id }) => alert_id);
  try {
    await (ids.length > bulkChunk ? inTray(ids, change) : changeAlerts(ids, change));
  } catch {
    changing.forEach((a) => patchAlert(client, a));
    toast(translate('alerts:error.later'), 'error');
    return false;
  }
  void client.invalidateQueries({ queryKey: alertsKey });
  if (mayUndo) {
    const undo = () => void changeState(client, changing.map((a) => applied(a, change)), reversed(change), false);
    snackbar(translate(`alerts:done.${wordOf(change)}`, { count: ids.length }), { label: translate('alerts:done.undo'), run: undo });
  }
  return true;
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

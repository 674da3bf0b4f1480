import { ApiError, confirm, snackbar, textsOf } from '@outrider/sdk';

import { addGroup, deleteGroup, moveGroup, moveVehicles, renameGroup, type Group } from '../api/tree';
import type { Effect } from '../tree/group-effects';

const t = textsOf('users');

/** Does a change and offers to take it back; what goes wrong is said. */
async function change(act: () => Promise<unknown>, said: string, undo: () => Promise<unknown>, after: () => void): Promise<boolean> {
  const failed = (error: unknown) => snackbar(error instanceof ApiError ? error.message : t('password.error'), undefined, 'error');
  try {
    await act();
  } catch (error) {
    failed(error);
    return false;
  } finally {
    after();
  }
  snackbar(said, { label: t('bulk.undo'), run: () => void undo().catch(failed).finally(after) });
  return true;
}

/** What a move changes, in a sentence. */
export function effectText({ vehicles, more, less }: Effect): string {
  const parts = [more > 0 ? t('groups.more', { count: more }) : '', less > 0 ? t('groups.less', { count: less }) : ''].filter(Boolean);
  const who = vehicles === 0 || parts.length === 0 ? t('groups.same') : `${t('groups.affects', { count: vehicles })} ${parts.join(' ')}`;
  return `${who} ${t('bulk.effect')}`;
}

/** Asks, then hangs a group below another one. */
export async function moveGroupTo(group: Group, from: Group, to: Group, effect: Effect, after: () => void): Promise<void> {
  if (await confirm({ title: t('groups.moveTitle', { group: group.label, target: to.label }), text: effectText(effect), confirm: t('groups.move') })) {
    await change(() => moveGroup(group.id, to.id), t('groups.moved', { group: group.label, target: to.label }), () => moveGroup(group.id, from.id), after);
  }
}

/** Asks, then puts vehicles into another group. */
export async function moveVehiclesTo(ids: readonly string[], from: Group, to: Group, effect: Effect, after: () => void): Promise<void> {
  const title = t('groups.moveVehiclesTitle', { count: ids.length, target: to.label });
  if (await confirm({ title, text: effectText(effect), confirm: t('groups.move') })) {
    await change(() => moveVehicles(to.id, ids), t('groups.vehiclesMoved', { count: ids.length, target: to.label }), () => moveVehicles(from.id, ids), after);
  }
}

/** Gives a group another name. */
export function rename(group: Group, label: string, after: () => void): Promise<boolean> {
  return change(() => renameGroup(group.id, label), t('groups.renamed', { group: label }), () => renameGroup(group.id, group.label), after);
}

/** Asks, then deletes an empty group. */
export async function remove(group: Group, parent: Group, after: () => void): Promise<boolean> {
  const sure = await confirm({ title: t('groups.deleteTitle', { group: group.label }), text: t('groups.deleteText'), confirm: t('groups.delete'), tone: 'danger' });
  return sure && change(() => deleteGroup(group.id), t('groups.deleted', { group: group.label }), () => addGroup(parent.id, group.label), after);
}

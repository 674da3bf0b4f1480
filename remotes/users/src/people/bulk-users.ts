import { confirm, snackbar, toast, textsOf } from '@outrider/sdk';

import { nameOf, type User } from '../api/user';
import { moveUser, setDisabled, setRole, signOutUser } from '../api/users-list';
import { forEach } from './for-each';
import { roleKeyOf } from './roles';

const t = textsOf('users');

/** Asks, then disables users, which ends their sessions; or enables them. Both can be taken back. */
export async function disableUsers(users: readonly User[], disabled: boolean, after: () => void): Promise<void> {
  const changed = users.filter((user) => user.disabled !== disabled);
  const [only] = changed;
  if (!only) {
    return;
  }
  const title = changed.length === 1 ? t('bulk.disableOne', { name: nameOf(only) }) : t('bulk.disableMany', { count: changed.length });
  if (disabled && !(await confirm({ title, text: t('bulk.disableText'), confirm: t('people.disable'), tone: 'danger' }))) {
    return;
  }
  const failed = await forEach(changed, ({ id }) => setDisabled(id, disabled));
  after();
  if (failed === 0) {
    const undo = () => void forEach(changed, ({ id }) => setDisabled(id, !disabled)).then(after);
    snackbar(t(disabled ? 'bulk.disabled' : 'bulk.enabled', { count: changed.length }), { label: t('bulk.undo'), run: undo });
  }
}

/** Asks, then ends every session of users. */
export async function signOutUsers(users: readonly User[]): Promise<void> {
  const [only] = users;
  if (!only) {
    return;
  }
  const title = users.length === 1 ? t('bulk.signOutOne', { name: nameOf(only) }) : t('bulk.signOutMany', { count: users.length });
  if (await confirm({ title, text: t('bulk.signOutText'), confirm: t('people.signOut') })) {
    const failed = await forEach(users, ({ id }) => signOutUser(id));
    if (failed === 0) {
      toast(t('bulk.signedOut', { count: users.length }));
    }
  }
}

/** Gives users another role, and offers to give each theirs back. */
export async function giveRole(users: readonly User[], role: string, after: () => void): Promise<void> {
  const changed = users.filter((user) => roleKeyOf(user) !== role);
  const failed = await forEach(changed, ({ id }) => setRole(id, role));
  after();
  if (failed === 0) {
    const undo = () => void forEach(changed, (user) => setRole(user.id, roleKeyOf(user))).then(after);
    snackbar(t('bulk.roleGiven', { count: changed.length }), { label: t('bulk.undo'), run: undo });
  }
}

/** Moves users to a group, and offers to put each back to where they were. */
export async function moveUsers(users: readonly User[], node: string, label: string, after: () => void): Promise<void> {
  const changed = users.filter(({ Node }) => Node?.id !== node);
  const failed = await forEach(changed, ({ id }) => moveUser(id, node));
  after();
  if (failed === 0) {
    const undo = () => void forEach(changed, ({ id, Node }) => (Node ? moveUser(id, Node.id) : Promise.resolve())).then(after);
    snackbar(t('bulk.moved', { count: changed.length, group: label }), { label: t('bulk.undo'), run: undo });
  }
}

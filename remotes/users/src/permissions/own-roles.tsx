import { ApiError, Button, confirm, Icon, IconButton, snackbar, toast, useText, type TextKey } from '@outrider/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';

import { deleteRole, rolesKey, type Role } from '../api/roles';
import { useOwnRoles } from '../people/roles';

const OwnRoleDialog = lazy(() => import('./own-role-dialog').then((module) => ({ default: module.OwnRoleDialog })));

/** The organisation's own roles: made from a copy, renamed, and deleted when nobody has them. */
export function OwnRoles({ mayMake }: { mayMake: boolean }) {
  const t = useText('users');
  const queryClient = useQueryClient();
  const own = useOwnRoles();
  const [editing, setEditing] = useState<Role | 'new'>();
  const remove = async ({ name: id, label: name }: Role) => {
    if (!(await confirm({ title: t('roles.deleteTitle', { name }), text: t('roles.deleteText'), confirm: t('groups.delete'), tone: 'danger' }))) {
      return;
    }
    try {
      await deleteRole(id);
      toast(t('roles.deleted', { name }));
    } catch (error) {
      snackbar(error instanceof ApiError ? error.message : t('perm.wrong'), undefined, 'error');
    }
    await queryClient.invalidateQueries({ queryKey: rolesKey });
  };
  if (!mayMake && own.length === 0) {
    return null;
  }
  return (
    <>
      <h3>{t('roles.own')}</h3>
      {own.length > 0 ? (
        <ul className="perm-users" aria-label={t('roles.own')}>
          {own.map((role) => (
            <li key={role.name} className="row">
              <span className="grow ell">
                {role.label} <span className="t3">{t(`role.${role.base}` as TextKey<'users'>)}</span>
              </span>
              {mayMake ? (
                <>
                  <IconButton size="small" label={t('roles.renameTitle', { name: role.label })} onClick={() => setEditing(role)}>
                    <Icon name="edit" small />
                  </IconButton>
                  <IconButton size="small" label={t('roles.deleteTitle', { name: role.label })} onClick={() => void remove(role)}>
                    <Icon name="close" small />
                  </IconButton>
                </>
              ) : null}
            </li>
          ))}
        </ul>
      ) : null}
      {mayMake ? (
        <Button onClick={() => setEditing('new')}>
          <Icon name="plus" small />
          {t('roles.new')}
        </Button>
      ) : null}
      <Suspense>{editing ? <OwnRoleDialog role={editing === 'new' ? undefined : editing} onClose={() => setEditing(undefined)} /> : null}</Suspense>
    </>
  );
}

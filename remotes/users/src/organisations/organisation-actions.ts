import { ApiError, confirm, enterOrganisation, snackbar, toast, usePermission, useSession, useText } from '@outrider/sdk';
import type { RowAction } from '@outrider/sdk/table';
import { useCallback } from 'react';

import { organisationDataLink, setOrganisation, type Organisation } from '../api/organisations';
import { saveLink } from './save-link';

interface Asked {
  refresh: () => void;
  onEdit: (organisation: Organisation) => void;
  onDelete: (organisation: Organisation) => void;
}

/** What support does with an organisation: only what their permissions say. */
export function useOrganisationActions({ refresh, onEdit, onDelete }: Asked): (organisation: Organisation) => RowAction[] {
  const t = useText('users');
  const { Org: here, home_org: home } = useSession();
  const mayUpdate = usePermission('updateOrg');
  const mayDisable = usePermission('disableOrg');
  const mayDelete = usePermission('deleteOrg');
  return useCallback(
    (organisation) => {
      const { id, name, state } = organisation;
      const own = id === (home ?? here.id) ? { disabled: t('orgs.own') } : {};
      const told = (act: () => Promise<unknown>, done: string) =>
        void act()
          .then(() => toast(done))
          .catch((error: unknown) => snackbar(error instanceof ApiError ? error.message : t('password.error'), undefined, 'error'))
          .finally(refresh);
      const disable = () =>
        void confirm({ title: t('orgs.disableTitle', { name }), text: t('orgs.disableText', { count: organisation.users }), confirm: t('people.disable'), tone: 'danger' }).then(
          (sure) => sure && told(() => setOrganisation(id, 'disable'), t('orgs.disabled', { name })),
        );
      const all: (RowAction & { may: boolean })[] = [
        { id: 'enter', may: true, label: t('orgs.enter'), icon: 'external', ...(id === here.id ? { disabled: t('orgs.here') } : {}), run: () => enterOrganisation(id) },
        { id: 'edit', may: mayUpdate, label: t('orgs.edit'), icon: 'edit', run: () => onEdit(organisation) },
        {
          id: 'export', may: mayDelete, label: t('orgs.export'), icon: 'download',
          run: () => told(() => organisationDataLink(id).then(saveLink), t('orgs.exported', { name })),
        },
        { id: 'disable', may: mayDisable && state === 'active', label: t('people.disable'), icon: 'lock', tone: 'danger', ...own, run: disable },
        { id: 'enable', may: mayDisable && state === 'disabled', label: t('people.enable'), icon: 'check', run: () => told(() => setOrganisation(id, 'enable'), t('orgs.enabled', { name })) },
        { id: 'restore', may: mayDelete && state === 'deleted', label: t('orgs.restore'), icon: 'check', run: () => told(() => setOrganisation(id, 'restore'), t('orgs.restored', { name })) },
        { id: 'delete', may: mayDelete && state !== 'deleted', label: t('groups.delete'), icon: 'trash', tone: 'danger', ...own, run: () => onDelete(organisation) },
      ];
      return all.filter(({ may }) => may);
    },
    [t, here, home, mayUpdate, mayDisable, mayDelete, refresh, onEdit, onDelete],
  );
}

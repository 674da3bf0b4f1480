import { Button, Denied, Icon, Loading, usePermission, useSession, useText } from '@outrider/sdk';
import { BrowserRouter } from '@outrider/sdk/router';
import { DataTable, tableKey } from '@outrider/sdk/table';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useState } from 'react';

import { listOrganisations, organisationsTable, type Organisation } from '../api/organisations';
import { useOrganisationActions } from './organisation-actions';
import { useOrganisationColumns } from './organisation-columns';

import '../management/users-page.css';

// The list comes first; forms when somebody opens them.
const OrganisationDialog = lazy(() => import('./organisation-dialog').then((module) => ({ default: module.OrganisationDialog })));
const DeleteDialog = lazy(() => import('./delete-dialog').then((module) => ({ default: module.DeleteDialog })));

const supportRoles = ['SYS_ADMIN', 'SUPPORT_ADMIN', 'SUPPORT_LEAD'];
const keyOf = ({ id }: Organisation) => id;

/** All organisations of the product: for support roles, who make, disable and delete them. */
export function OrganisationsPage() {
  const mayList = usePermission('listOrgs');
  const { user } = useSession();
  if (!mayList || !supportRoles.includes(user.Role.name)) {
    return <Denied />;
  }
  return (
    <BrowserRouter>
      <AllowedPage />
    </BrowserRouter>
  );
}

function AllowedPage() {
  const t = useText('users');
  const queryClient = useQueryClient();
  const mayCreate = usePermission('createOrg');
  const columns = useOrganisationColumns();
  const [editing, setEditing] = useState<Organisation | 'new'>();
  const [deleting, setDeleting] = useState<Organisation>();
  const refresh = useCallback(() => void queryClient.invalidateQueries({ queryKey: tableKey(organisationsTable) }), [queryClient]);
  const rowActions = useOrganisationActions({ refresh, onEdit: setEditing, onDelete: setDeleting });
  return (
    <div className="people">
      <header className="people-head">
        <h1>{t('orgs.title')}</h1>
        <span className="grow" />
        {mayCreate ? (
          <Button variant="primary" onClick={() => setEditing('new')}>
            <Icon name="plus" small />
            {t('orgs.new')}
          </Button>
        ) : null}
      </header>
      <div className="people-panel">
        <DataTable<Organisation>
          id={organisationsTable}
          label={t('orgs.title')}
          columns={columns}
          rowKey={keyOf}
          fetchPage={listOrganisations}
          sort="name"
          searchLabel={t('orgs.search')}
          rowActions={rowActions}
          empty={{ title: t('orgs.none'), icon: 'contacts' }}
        />
      </div>
      <Suspense fallback={<Loading rows={1} />}>
        {editing ? <OrganisationDialog organisation={editing === 'new' ? undefined : editing} onClose={() => setEditing(undefined)} onSaved={refresh} /> : null}
        {deleting ? <DeleteDialog organisation={deleting} onClose={() => setDeleting(undefined)} onDeleted={refresh} /> : null}
      </Suspense>
    </div>
  );
}

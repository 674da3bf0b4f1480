import { Button, Denied, Icon, Loading, usePermission, useText } from '@outrider/sdk';
import { BrowserRouter, useSearchParams } from '@outrider/sdk/router';
import { tableKey } from '@outrider/sdk/table';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';

import { invitesTable } from '../api/invites';
import { Activity, useMaySeeActivity } from './activity';
import { ActivityTrust } from './activity-trust';
import { InvitesTable } from './invites-table';
import { TabList, type Tab } from './tab-list';
import { UsersTable } from './users-table';

import './users-page.css';

// The list comes first; forms and editors when somebody opens them.
const GroupsEditor = lazy(() => import('../groups/groups-editor').then((module) => ({ default: module.GroupsEditor })));
const PermissionsPanel = lazy(() => import('../permissions/permissions-panel').then((module) => ({ default: module.PermissionsPanel })));
const ImportDialog = lazy(() => import('./import-dialog').then((module) => ({ default: module.ImportDialog })));
const InviteDialog = lazy(() => import('./invite-dialog').then((module) => ({ default: module.InviteDialog })));
const ApiKeysPanel = lazy(() => import('../api-keys/api-keys-panel').then((module) => ({ default: module.ApiKeysPanel })));
const WebhooksPanel = lazy(() => import('../webhooks/webhooks-panel').then((module) => ({ default: module.WebhooksPanel })));
const OwnOrganisation = lazy(() => import('../organisations/own-organisation').then((module) => ({ default: module.OwnOrganisation })));
const ProvisioningPanel = lazy(() => import('../provisioning/provisioning-panel').then((module) => ({ default: module.ProvisioningPanel })));
const SignInRules = lazy(() => import('./sign-in-rules').then((module) => ({ default: module.SignInRules })));

/** The users of the organisation: who they are, who was invited, and what they did. */
export function UsersPage() {
  if (!usePermission('listUsers')) {
    return <Denied />;
  }
  return (
    <BrowserRouter>
      <AllowedUsersPage />
    </BrowserRouter>
  );
}

function AllowedUsersPage() {
  const t = useText('users');
  const queryClient = useQueryClient();
  const mayInvite = usePermission('createUser');
  const mayCheckLog = usePermission('viewAuditLog');
  const maySeeActivity = useMaySeeActivity();
  const mayPermit = usePermission('updateUserPermissions');
  const mayKeys = usePermission('manageApiKeys');
  const mayHooks = usePermission('manageWebhooks');
  const mayProvision = usePermission('provisionUsers');
  const mayRule = usePermission('updateOrg');
  const maySeeGroups = usePermission('listGroups');
  const [search, setSearch] = useSearchParams();
  const [asking, setAsking] = useState<'invite' | 'import'>();
  const all: Tab[] = [
    { id: 'users', label: t('people.title'), may: true, panel: () => <UsersTable /> },
    { id: 'invites', label: t('invite.list'), may: mayInvite, panel: () => <InvitesTable /> },
    {
      id: 'groups', label: t('groups.title'), may: maySeeGroups,
      panel: () => <GroupsEditor onPeople={({ id }) => setSearch({ node: id })} />,
    },
    { id: 'permissions', label: t('perm.title'), may: mayPermit, panel: () => <PermissionsPanel /> },
    { id: 'organisation', label: t('ownOrg.tab'), may: mayRule, panel: () => <OwnOrganisation /> },
    { id: 'sign-in', label: t('twoStep.tab'), may: mayRule, panel: () => <SignInRules /> },
    { id: 'api-keys', label: t('apiKeys.title'), may: mayKeys, panel: () => <ApiKeysPanel /> },
    { id: 'webhooks', label: t('webhooks.title'), may: mayHooks, panel: () => <WebhooksPanel /> },
    { id: 'directory', label: t('directory.title'), may: mayProvision, panel: () => <ProvisioningPanel /> },
    { id: 'activity', label: t('activity.title'), may: maySeeActivity, panel: () => <div className="card ppl-activity">{mayCheckLog ? <ActivityTrust /> : null}<Activity /></div> },
  ];
  const tabs = all.filter(({ may }) => may);
  const chosen = tabs.find(({ id }) => id === search.get('tab')) ?? tabs[0];
  const choose = (id: string) => setSearch(id === 'users' ? {} : { tab: id });
  const invited = () => void queryClient.invalidateQueries({ queryKey: tableKey(invitesTable) });
  const done = () => setAsking(undefined);

  return (
    <div className="people">
      <header className="people-head">
        <h1 className="unseen">{t('people.title')}</h1>
        <TabList tabs={tabs} chosen={chosen?.id ?? ''} onChoose={choose} />
        {mayInvite ? (
          <span className="people-actions">
            <Button onClick={() => setAsking('import')}>
              <Icon name="upload" small />
              {t('import.title')}
            </Button>
            <Button variant="primary" onClick={() => setAsking('invite')}>
              <Icon name="plus" small />
              {t('invite.title')}
            </Button>
          </span>
        ) : null}
      </header>
      <div className="people-panel" role="tabpanel" id="people-panel" aria-labelledby={`people-tab-${chosen?.id ?? ''}`}>
        <Suspense fallback={<Loading rows={8} />}>{chosen?.panel()}</Suspense>
      </div>
      <Suspense>
        {asking === 'invite' ? <InviteDialog onClose={done} onInvited={invited} /> : null}
        {asking === 'import' ? <ImportDialog onClose={done} onInvited={invited} /> : null}
      </Suspense>
    </div>
  );
}

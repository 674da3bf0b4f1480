import { allows, Icon, useSession, useText } from '@outrider/sdk';
import { lazy, Suspense, useState } from 'react';

const OrganisationChooser = lazy(() => import('./organisation-chooser').then((module) => ({ default: module.OrganisationChooser })));

const supportRoles = ['SYS_ADMIN', 'SYSTEM_ADMIN', 'SUPPORT_ADMIN', 'SUPPORT_LEAD'];

/** The entry of the account menu by which support roles act elsewhere; nobody else has it. */
export function OtherOrganisation({ onLeave }: { onLeave: () => void }) {
  const t = useText('shell');
  const { user, permissions } = useSession();
  const [isOpen, setOpen] = useState(false);
  if (!supportRoles.includes(user.Role.name) || !allows(permissions, 'listOrgs')) {
    return null;
  }
  return (
    <>
      <button type="button" className="account-item" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Icon name="external" />
        {t('acting.other')}
      </button>
      {isOpen ? (
        <Suspense fallback={null}>
          <OrganisationChooser
            onClose={() => {
              setOpen(false);
              onLeave();
            }}
          />
        </Suspense>
      ) : null}
    </>
  );
}

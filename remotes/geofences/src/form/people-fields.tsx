import { usePermission, useText } from '@outrider/sdk';
import { MultiSelect } from '@outrider/sdk/inputs';
import { useQuery } from '@tanstack/react-query';

import { getUsers } from '../api/users';
import { EmailsField } from './emails-field';

/** Who is mailed, and who else sees the geofence. */
export function PeopleFields() {
  const t = useText('geofences');
  const mayList = usePermission('listUsers');
  const mayShare = usePermission('shareGeofence');
  const users = useQuery({ queryKey: ['geofences', 'users'], queryFn: ({ signal }) => getUsers(signal), enabled: mayList });
  return (
    <>
      <EmailsField name="emails" label={t('form.emails')} hint={t('form.emailsHint')} />
      {mayList ? <MultiSelect name="shared_with" label={t('form.sharedWith')} disabled={!mayShare} options={users.data ?? []} /> : null}
    </>
  );
}

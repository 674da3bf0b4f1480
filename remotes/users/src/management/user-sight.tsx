import { Icon, useFormat, usePermission, useText } from '@outrider/sdk';
import { Link } from '@outrider/sdk/router';
import { useQuery } from '@tanstack/react-query';

import { countVehicles } from '../api/tree';
import type { User } from '../api/user';
import { sightOf } from '../people/sight';

/** How many vehicles somebody sees, and the way to why. */
export function UserSight({ user }: { user: User }) {
  const t = useText('users');
  const format = useFormat();
  const mayAskWhy = usePermission('updateUserPermissions');
  const node = user.Node?.id ?? '';
  const { data } = useQuery({ queryKey: ['vehicles-below', node], queryFn: ({ signal }) => countVehicles([node], signal), enabled: usePermission('listGroups') && node !== '' });
  const sight = sightOf(user, data?.get(node), t, format);
  return sight ? (
    <p className="row t2 ppl-sees">
      <Icon name="eye" small />
      {t('people.seesWhat', { what: sight })}
      {mayAskWhy ? <Link to={{ search: `?${new URLSearchParams({ tab: 'permissions', why: user.email }).toString()}` }}>{t('people.whySees')}</Link> : null}
    </p>
  ) : null;
}

import type { Format, Translate } from '@outrider/sdk';

import type { User } from '../api/user';

/** Who sees the whole organisation, whatever group they are in. */
export const seesAll = ['SYS_ADMIN', 'SUPPORT_ADMIN', 'SUPPORT_LEAD', 'ORG_ADMIN'];

/** What somebody sees, in words; empty where it is not known. `groupVehicles` are those of their group and below. */
export function sightOf({ Role, own_vehicles }: User, groupVehicles: number | undefined, t: Translate<'users'>, format: Format): string {
  if (seesAll.includes(Role.name)) {
    return t('people.seesAll');
  }
  if (Role.name === 'DRIVER') {
    return t('people.seesOwn', { count: own_vehicles, number: format.number(own_vehicles) });
  }
  return groupVehicles === undefined ? '' : t('groups.vehicles', { count: groupVehicles, number: format.number(groupVehicles) });
}

import type { Translate } from '@outrider/sdk';

import type { Names } from '../api/report';
import type { Choice } from './choice';

/** Which vehicles and groups a report is of: a group by its name, several by their number. */
export function coversText({ vehicles, groups }: Pick<Choice, 'vehicles' | 'groups'>, names: Names | undefined, t: Translate<'reports'>): string {
  const [only = ''] = groups;
  const parts = [
    ...(groups.length === 1 ? [names?.['group']?.[only] ?? t('schedules.groups', { count: 1 })] : groups.length > 1 ? [t('schedules.groups', { count: groups.length })] : []),
    ...(vehicles.length > 0 ? [t('vehicles', { count: vehicles.length })] : []),
  ];
  return parts.length > 0 ? parts.join(', ') : t('allVehicles');
}

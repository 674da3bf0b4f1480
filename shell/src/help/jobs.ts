import type { ShellInfo } from '@outrider/sdk';

import { isOpenTo } from './is-open-to';

/** The most common jobs and the pages that they begin at. */
const jobs = [
  { id: 'find', path: '/map-view' }, { id: 'live', path: '/map-view' }, { id: 'footage', path: '/map-view' }, { id: 'judge', path: '/notifications' }, { id: 'rules', path: '/account-settings' },
  { id: 'fence', path: '/geo-fence' }, { id: 'track', path: '/tracking' }, { id: 'report', path: '/reports' }, { id: 'vehicle', path: '/vehicles' }, { id: 'invite', path: '/user-management' },
] as const;

/** The jobs whose pages are there and open to the user: none leads nowhere. */
export function jobsOf(info: ShellInfo): readonly (typeof jobs)[number][] {
  return jobs.filter(({ path }) => isOpenTo(info, path));
}

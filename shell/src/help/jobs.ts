import { allows, type ShellInfo } from '@outrider/sdk';

import { isOpenTo } from './is-open-to';

/** The most common jobs, the pages that they begin at, and the permission that they need beside that of the page. */
const jobs: readonly { id: 'find' | 'live' | 'footage' | 'judge' | 'rules' | 'fence' | 'track' | 'report' | 'vehicle' | 'invite'; path: string; needs?: string }[] = [
  { id: 'find', path: '/map-view' }, { id: 'live', path: '/map-view', needs: 'WatchLivestream' }, { id: 'footage', path: '/map-view', needs: 'makeFilesetRequest' }, { id: 'judge', path: '/notifications', needs: 'rateAlert' },
  { id: 'rules', path: '/account-settings', needs: 'listAlerts' }, { id: 'fence', path: '/geo-fence', needs: 'createGeofence' }, { id: 'track', path: '/tracking' }, { id: 'report', path: '/reports' },
  { id: 'vehicle', path: '/vehicles', needs: 'createVehicle' }, { id: 'invite', path: '/user-management', needs: 'createUser' },
];

/** The jobs that the user may do, on pages that are there: none leads nowhere. */
export function jobsOf(info: ShellInfo): typeof jobs {
  return jobs.filter(({ path, needs }) => isOpenTo(info, path) && allows(info.session.permissions, needs));
}

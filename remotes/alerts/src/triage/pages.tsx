import { BrowserRouter } from '@outrider/sdk/router';
import { Denied, usePermission } from '@outrider/sdk';

import type { Kind } from '../api/alert';
import { Triage } from './triage';

function page(kind: Kind) {
  return function AlertsPage() {
    const isAllowed = usePermission('listAlerts');
    return isAllowed ? (
      <BrowserRouter>
        <Triage kind={kind} />
      </BrowserRouter>
    ) : (
      <Denied />
    );
  };
}

/** Driving alerts. */
export const Notifications = page('driving');
/** Speeding alerts. */
export const Speeding = page('speeding');
/** Alerts of geofences. */
export const GeofenceEvents = page('geofence');

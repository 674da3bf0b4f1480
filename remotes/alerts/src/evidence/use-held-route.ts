import type { TrackingSample } from '@outrider/sdk/device-files';
import { useEffect, useMemo, useState } from 'react';

import type { Medium } from './use-evidence';

/** How long the route of the alert before stays while the next one is read, in milliseconds. */
export const clearRouteMs = 750;

/** The valid samples of a route. Those of the alert before stay for a moment while new ones are read, so that the map does not flicker. */
export function useHeldRoute({ state, data }: Medium<TrackingSample[]>): readonly TrackingSample[] {
  const valid = useMemo(() => (data ?? []).filter(({ gpsValid, lat, lng }) => gpsValid && (lat !== 0 || lng !== 0)), [data]);
  const [held, setHeld] = useState<readonly TrackingSample[]>([]);
  const isWaiting = state === 'loading' && valid.length === 0;
  useEffect(() => {
    if (!isWaiting) {
      setHeld(valid);
      return undefined;
    }
    const timer = setTimeout(() => setHeld([]), clearRouteMs);
    return () => clearTimeout(timer);
  }, [isWaiting, valid]);
  return isWaiting ? held : valid;
}

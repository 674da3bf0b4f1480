import { useState } from 'react';

import { localDay, useFormat, type LocalDay } from '../units';

/** The day that it is in `zone`, the user's without one, when the component was first shown. */
export function useToday(zone?: string): LocalDay {
  const usersZone = useFormat().settings.zone;
  const [now] = useState(() => Date.now());
  return localDay(now, zone ?? usersZone);
}

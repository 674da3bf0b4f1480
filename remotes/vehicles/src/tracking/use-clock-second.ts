import type { PlaybackClock } from '@outrider/sdk/player';
import { useSyncExternalStore } from 'react';

/** The clock's time to the second, with a render only when the second changes. Unix milliseconds. */
export function useClockSecond(clock: PlaybackClock): number {
  return useSyncExternalStore(clock.subscribe, () => Math.floor(clock.at() / 1000) * 1000);
}

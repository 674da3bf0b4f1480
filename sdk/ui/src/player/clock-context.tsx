import { createContext, useContext, useState, useSyncExternalStore, type ReactNode } from 'react';

import { PlaybackClock, type ClockState } from './clock';

const ClockContext = createContext<PlaybackClock | undefined>(undefined);

/** Gives everything within one clock. */
export function ClockProvider({ clock, children }: { clock: PlaybackClock; children: ReactNode }) {
  return <ClockContext value={clock}>{children}</ClockContext>;
}

/** The clock around; a part without one has its own. */
export function useClock(): PlaybackClock {
  const [own] = useState(() => new PlaybackClock());
  return useContext(ClockContext) ?? own;
}

/** How a clock stands, with a render at every change; the passing of time is none. */
export function useClockState(clock: PlaybackClock): ClockState {
  return useSyncExternalStore(clock.onState, clock.state);
}

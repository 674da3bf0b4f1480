import { useSession, type SessionInfo } from '../session';
import { defaultBands, type Bands } from '../units/bands';
import type { UnitSystem } from '../units/units';
import { formatSettings } from '../units/use-format';
import { savePreferences } from './preferences';

/** The scale's end in the user's unit over the limit: the fourth band, which is not for choosing. */
export function bandsEnd(units: UnitSystem): number {
  return units === 'Metric' ? 50 : 30;
}

/** The speeding bands of a session's user, in their unit: those they chose in it, else those of their unit system. */
export function bandsOf(session: SessionInfo): Bands {
  const { units } = formatSettings(session);
  const chosen = session.preferences.global.speeding?.bands;
  const end = bandsEnd(units);
  const [moderate, excessive, severe, chosenEnd] = chosen ?? [];
  const fits = chosenEnd === end && moderate !== undefined && excessive !== undefined && severe !== undefined && moderate <= excessive && excessive <= severe && severe <= end;
  return fits ? [moderate, excessive, severe, end] : defaultBands[units];
}

/** The same in a component. */
export function useBands(): Bands {
  return bandsOf(useSession());
}

/** Keeps the user's speeding bands. */
export function saveBands(bands: Bands): Promise<boolean> {
  return savePreferences({ global: { speeding: { bands: [...bands] } } });
}

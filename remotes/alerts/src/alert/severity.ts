import { speedingLevel, useBands, useFormat, type Bands, type SpeedingLevel, type UnitSystem, type TextKey } from '@outrider/sdk';

import type { Alert } from '../api/alert';
import { overspeedShown } from './overspeed-shown';

/** How grave an alert is: 0 to 3, the shared class for its colours, and the key of its word. */
export interface Severity {
  rank: number;
  className: string;
  text: TextKey<'alerts'>;
}

const ranks: Record<SpeedingLevel, number> = { none: 0, minor: 0, moderate: 1, excessive: 2, severe: 3 };
const looks = [['sv-info', 'plain'], ['sv-moderate', 'moderate'], ['sv-high', 'high'], ['sv-severe', 'severe']] as const;

type Judged = Pick<Alert, 'severity' | 'kind' | 'speed_kmh' | 'limit'>;

/** The level of an alert of speeding by the user's own bands and the speeds that are shown; undefined while its speed is not known. */
export function levelOf({ speed_kmh: speed, limit }: Judged, units: UnitSystem, bands: Bands): SpeedingLevel | undefined {
  return speed == null || limit == null ? undefined : speedingLevel(overspeedShown(units, speed, limit), bands);
}

/** See {@link Severity}. Of speeding it is the level by the user's own bands, of others what the server says. */
export function severityOf(alert: Judged, units: UnitSystem, bands: Bands): Severity {
  const level = alert.kind === 'speeding' ? levelOf(alert, units, bands) : undefined;
  const rank = level === undefined ? alert.severity : ranks[level];
  const [className, plain] = looks[rank] ?? looks[0];
  const word = plain === 'high' && alert.kind === 'geofence' ? 'raised' : plain; // leaving a yard is not harsh
  return { rank, className, text: level === undefined ? `severity.${word}` : `speeding.level.${level}` };
}

/** {@link severityOf} for the user. */
export function useSeverity(alert: Judged): Severity {
  return severityOf(alert, useFormat().settings.units, useBands());
}

/** The condition that speeding is of some levels, said as severities 0 to 3, by the user's own bands. */
export function levelCondition(severities: readonly number[], [moderate, excessive, severe]: Bands) {
  const from = { misdemeanour: 0, moderate, excessive, severe };
  const floors = Object.entries(from).filter(([, value], rank, all) => all.slice(rank + 1).every(([, next]) => next > value)); // of two that begin alike the graver is there
  return { attribute: 'speeding_level', value: floors.map(([band, value]) => ({ band, type: 'fixedVal', value, shown: severities.includes(Object.keys(from).indexOf(band)) })) };
}

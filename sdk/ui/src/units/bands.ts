import type { UnitSystem } from './units';

/** Floors of moderate, excessive and severe speeding in the user's unit over the limit, and the scale's end. */
export type Bands = readonly [moderate: number, excessive: number, severe: number, end: number];

/** How far over the limit a speed is. */
export type SpeedingLevel = 'none' | 'minor' | 'moderate' | 'excessive' | 'severe';

/** The bands of a user who chose none. */
export const defaultBands: Record<UnitSystem, Bands> = {
  'Imperial GB': [5, 10, 15, 30],
  'Imperial US': [6, 11, 15, 30],
  Metric: [8, 16, 24, 50],
};

/** The level of an overspeed, both in the user's unit and unrounded; a floor belongs to the level above it. */
export function speedingLevel(overspeed: number, [moderate, excessive, severe]: Bands): SpeedingLevel {
  if (overspeed >= severe) {
    return 'severe';
  }
  if (overspeed >= excessive) {
    return 'excessive';
  }
  if (overspeed >= moderate) {
    return 'moderate';
  }
  return overspeed > 0 ? 'minor' : 'none';
}

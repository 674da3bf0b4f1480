import type { TrackingSample } from '@outrider/sdk/device-files';

/** How fast a point of a route was: 0 within the limit, 1 above it, 2 more than a tenth above it. */
export type TrackingLevel = 0 | 1 | 2;

/** The limit where none is known, in km/h. */
export const unknownLimitKmh = 120;

/** The level of a point. These are not the bands of speeding alerts, and have colours of their own. */
export function levelOf({ speedKmh, speedLimitKmh = unknownLimitKmh }: Pick<TrackingSample, 'speedKmh' | 'speedLimitKmh'>): TrackingLevel {
  if (speedKmh > speedLimitKmh * 1.1) return 2;
  return speedKmh > speedLimitKmh ? 1 : 0;
}

/** The colour of a level on the route. */
export const levelColors = ['var(--secondary)', 'var(--warn)', 'var(--error)'] as const satisfies Record<TrackingLevel, string>;

/** The sample nearest after a time, the last one if none comes after it; undefined without samples. */
export function sampleAfter(samples: readonly TrackingSample[], at: number): TrackingSample | undefined {
  return samples.find(({ time }) => time >= at) ?? samples.at(-1);
}

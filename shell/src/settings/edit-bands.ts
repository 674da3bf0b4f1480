import { translate, type Bands } from '@outrider/sdk';

/** The bands that a user moves; the fourth value is the scale's end. */
export const editableBands = ['moderate', 'excessive', 'severe'] as const;

/** The bands after a handle was moved: the end stays, and no handle passes its neighbour. */
export function moved(before: Bands, value: readonly number[], end: number): Bands {
  const next = editableBands.map((_, index) => value[index] ?? before[index] ?? 0);
  const inOrder = next.every((one, index) => index === 0 || one > (next[index - 1] ?? 0)) && (next[0] ?? 0) > 0;
  return inOrder ? ([...next, end] as unknown as Bands) : before;
}

/** What is wrong with a band that was typed: it must be greater than the lower one and not greater than the upper one's bound. */
export function problemOf(bands: Bands, index: number): string | undefined {
  const value = bands[index] ?? Number.NaN;
  const lower = index === 0 ? 0 : (bands[index - 1] ?? 0);
  const upper = bands[index + 1] ?? 0;
  if (!Number.isFinite(value)) {
    return translate('form.numeric');
  }
  if (value <= lower) {
    return translate('form.minValue', { min: lower });
  }
  return value > upper ? translate('form.maxValue', { max: upper }) : undefined;
}

/** Reports whether nothing was changed. */
export function sameBands(a: Bands, b: Bands): boolean {
  return a.every((value, index) => value === b[index]);
}

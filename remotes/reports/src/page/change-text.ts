import { currentFormat } from '@outrider/sdk';

/** How much a figure changed: `+4.4%`; a dash where there is nothing to compare with. */
export function changeText(now: unknown, before: unknown): string {
  if (typeof now !== 'number' || typeof before !== 'number' || before === 0) return '–';
  const change = (now - before) / Math.abs(before);
  return new Intl.NumberFormat(currentFormat().settings.locale, { style: 'percent', maximumFractionDigits: Math.abs(change) < 10 ? 1 : 0, signDisplay: 'exceptZero' }).format(change);
}

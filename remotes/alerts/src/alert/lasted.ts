import type { Format } from '@outrider/sdk';

/** How long an event lasted, from milliseconds: to the second below an hour, `1 min 40 s`. */
export function lasted(format: Format, ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  const rest = seconds % 60;
  return seconds < 60 || seconds >= 3600 || rest === 0 ? format.duration(seconds) : `${format.duration(seconds)} ${format.duration(rest)}`;
}

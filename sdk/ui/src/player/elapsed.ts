/** `00:15.4`: minutes, seconds and tenths of a time within a recording, from milliseconds. */
export function elapsed(ms: number): string {
  const tenths = Math.max(0, Math.floor(ms / 100));
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(tenths / 600))}:${two(Math.floor(tenths / 10) % 60)}.${tenths % 10}`;
}

/** `00:30`: a length, from milliseconds. */
export function lengthText(ms: number): string {
  return elapsed(Math.round(ms / 1000) * 1000).slice(0, -2);
}

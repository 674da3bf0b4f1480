/** A trace that nothing was asked of for so long is over, milliseconds. */
const lasts = 10_000;

let trace = '';
let usedAt = 0;
let watching = false;

/** The next call begins a new trace: a person did something, or went somewhere. */
function over(): void {
  trace = '';
}

function watch(): void {
  if (watching || typeof window === 'undefined') {
    return;
  }
  watching = true;
  for (const event of ['pointerdown', 'keydown', 'popstate']) {
    window.addEventListener(event, over, { capture: true, passive: true });
  }
}

function randomHex(bytes: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * The W3C traceparent of a call. The calls that follow one action of a person have one trace; whether it is recorded is the host's to
 * choose, so the flag says no.
 */
export function traceparent(now: number = Date.now()): string {
  watch();
  if (!trace || now - usedAt > lasts) {
    trace = randomHex(16);
  }
  usedAt = now;
  return `00-${trace}-${randomHex(8)}-00`;
}

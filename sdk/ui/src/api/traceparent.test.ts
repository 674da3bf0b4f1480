import { describe, expect, it } from 'vitest';

import { traceparent } from './traceparent';

const traceOf = (header: string) => header.slice(3, 35);

describe('traceparent', () => {
  it('has the form of W3C trace context, with a span of its own each time', () => {
    const [first, second] = [traceparent(1000), traceparent(1001)];
    expect(first).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/);
    expect(traceOf(second)).toBe(traceOf(first));
    expect(second).not.toBe(first);
  });

  it('begins a new trace with what a person does next, or after a pause', () => {
    const first = traceparent(1000);
    window.dispatchEvent(new Event('pointerdown'));
    const second = traceparent(1001);
    expect(traceOf(second)).not.toBe(traceOf(first));
    expect(traceOf(traceparent(60_000))).not.toBe(traceOf(second));
  });
});

import { describe, expect, it } from 'vitest';

import { barsOf } from './day-bars';

describe('bars of days', () => {
  it('has every day up to today in the zone, also over a change of clocks and the end of a month', () => {
    const now = Date.UTC(2026, 2, 30, 22, 30); // 31 March in Berlin, whose clocks changed on the 29th
    const bars = barsOf([{ day: '2026-03-31', visits: 4, vehicles: 1, inside_s: 60 }, { day: '2026-02-28', visits: 2, vehicles: 1, inside_s: 60 }], 'Europe/Berlin', 32, now);
    expect(bars).toHaveLength(32);
    expect(bars[0]).toEqual({ id: '2026-02-28', label: '28', value: 2 });
    expect(bars[1]).toEqual({ id: '2026-03-01', label: '1', value: 0 });
    expect(bars.at(-1)).toEqual({ id: '2026-03-31', label: '31', value: 4 });
    expect(new Set(bars.map(({ id }) => id)).size).toBe(32);
  });
});

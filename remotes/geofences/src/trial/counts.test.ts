import { describe, expect, it } from 'vitest';

import type { Trial } from '../api/trial';
import { countsOf, eventsOf } from './counts';

const day = 86_400_000;
const fromMs = Date.UTC(2026, 6, 1, 12);
const event = (trigger: string, atMs: number) => ({ trigger, at_ms: atMs, at: { lat: 53, lng: -2 } });
const trial: Trial = {
  visits: [
    { vehicle_id: 'a', arrival_ms: fromMs, departure_ms: 0, events: [event('enter', fromMs + 1), event('leave', fromMs + day)] },
    { vehicle_id: 'b', arrival_ms: fromMs, departure_ms: 0, events: null },
    { vehicle_id: 'a', arrival_ms: fromMs, departure_ms: 0, events: [event('enter', fromMs + 30 * day)] },
  ],
  total: { vehicles: 2, of: 2, visits: 3, events: 3, from_ms: fromMs, to_ms: fromMs + 30 * day, cut: false },
};

describe('the counts of a trial', () => {
  it('are by day, hour, trigger and vehicle', () => {
    const events = eventsOf(trial);
    expect(events.map(({ trigger, index }) => `${index} ${trigger}`)).toEqual(['0 enter', '1 leave', '2 enter']);
    const { days, hours, triggers, vehicles } = countsOf(events, trial.total, 'Europe/London');
    expect(days).toHaveLength(30);
    expect([days[0], days[1], days[29]]).toEqual([1, 1, 1]);
    expect(hours[13]).toBe(3); // summer time
    expect([...triggers]).toEqual([['enter', 2], ['leave', 1]]);
    expect(vehicles).toEqual([['a', 3]]);
  });
});

import { describe, expect, it } from 'vitest';

import { soFar } from './use-trial';

describe('a trial that is under way', () => {
  it('has the figures of what was found so far', () => {
    const event = { trigger: 'enter', at_ms: 1, at: { lat: 53, lng: -2 } };
    const trial = soFar(120, 1000, [
      { vehicle_id: 'a', arrival_ms: 0, departure_ms: 0, events: [event, { ...event, trigger: 'leave' }] },
      { vehicle_id: 'b', arrival_ms: 0, departure_ms: 0, events: null },
    ]);
    expect(trial.sofar).toBe(true);
    expect(trial.total).toMatchObject({ vehicles: 120, of: 1000, visits: 2, events: 2 });
    expect(trial.total.to_ms - trial.total.from_ms).toBe(30 * 86_400_000);
  });
});

import { describe, expect, it } from 'vitest';

import { severityOf } from './severity';

const bands = [8, 16, 24, 50] as const;
const speeding = (speed_kmh: number, severity: number) => ({ kind: 'speeding' as const, severity, speed_kmh, limit: 50 });

describe('how grave an alert is', () => {
  it('is of speeding by the reader’s own bands, whatever the organisation’s thresholds say', () => {
    expect(severityOf(speeding(74, 1), 'Metric', bands)).toEqual({ rank: 3, className: 'sv-severe', text: 'speeding.level.severe' });
    expect(severityOf(speeding(73.4, 1), 'Metric', bands).text).toBe('speeding.level.excessive');
    expect(severityOf(speeding(58, 3), 'Metric', bands)).toEqual({ rank: 1, className: 'sv-moderate', text: 'speeding.level.moderate' });
    expect(severityOf(speeding(57, 3), 'Metric', bands)).toEqual({ rank: 0, className: 'sv-info', text: 'speeding.level.minor' });
    expect(severityOf(speeding(50 + 15 * 1.609344, 1), 'Imperial GB', [5, 10, 15, 30]).rank).toBe(3);
  });

  it('is of others what the server says', () => {
    expect(severityOf({ kind: 'driving', severity: 2, speed_kmh: 90, limit: 50 }, 'Metric', bands)).toEqual({ rank: 2, className: 'sv-high', text: 'severity.high' });
    expect(severityOf({ kind: 'speeding', severity: 2, speed_kmh: null, limit: null }, 'Metric', bands).rank).toBe(2);
  });
});

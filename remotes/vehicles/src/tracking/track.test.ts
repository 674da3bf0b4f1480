import { describe, expect, it } from 'vitest';

import { thinMarks } from './marks';
import { levelAt, momentAt, readTrack, stretchesOf, withDetail } from './track';

/** Readings a minute apart from one o'clock on, the fourth and the fifth twenty minutes apart. */
const answer = {
  zone: 'Europe/London', from_ms: 0, to_ms: 7_200_000, step_ms: 0, readings: 6,
  chunks: [
    { n: 4, t: [3_600_000, 60_000, 60_000, 60_000], lat: [53_000_000, 1000, null, 1000], lng: [-2_000_000, 0, null, 0], speed: [500, 60, -10, 0], limit: [500, 0, 0, 0], heading: [0, 0, 0, 0], ignition: [1, 0, 0, 0] },
    { n: 2, t: [1_200_000, 60_000], lat: [50_000, 1000], lng: [0, 0], speed: [-540, 0], ignition: [-1, null] },
  ],
};

describe('a track', () => {
  const track = readTrack(answer);

  it('unfolds columns over chunks, with what was not said', () => {
    expect([...track.times].map((at) => at / 60_000)).toEqual([60, 61, 62, 63, 83, 84]);
    expect([...track.lat]).toEqual([53, 53.001, Number.NaN, 53.002, 53.052, 53.053]);
    expect([...track.ignition]).toEqual([1, 1, 1, 1, 0, -1]);
    expect([...track.speed].map((kmh) => Math.round(kmh))).toEqual([50, 56, 55, 55, 1, 1]);
    expect(Number.isNaN(track.limit[4])).toBe(true);
    expect(Number.isNaN(track.fuel[0])).toBe(true);
  });

  it('says how fast a reading is against its limit', () => {
    expect([0, 1, 2].map((index) => levelAt(track, index))).toEqual([0, 2, 1]);
    expect(levelAt(track, 4)).toBe(0); // the usual limit, where none is known
  });

  it('draws no line over a silence', () => {
    const stretches = stretchesOf(track);
    for (const { points } of stretches) {
      for (let i = 1; i < points.length; i++) expect((points[i]?.[0] ?? 0) - (points[i - 1]?.[0] ?? 0)).toBeLessThan(0.01);
    }
    expect(stretches.at(-1)?.points).toEqual([[53.052, -2], [53.053, -2]]);
  });

  it('has all readings of a time in the place of the few', () => {
    const whole = readTrack({ ...answer, step_ms: 600_000 });
    const fine = readTrack({
      ...answer, from_ms: 61 * 60_000, to_ms: 63 * 60_000, readings: 3, chunks: [{ n: 3, t: [61 * 60_000, 30_000, 30_000], lat: [53_001_000, 500, 500], lng: [-2_000_000, 0, 0], ignition: [1, 0, 0] }],
    });
    const both = withDetail(whole, fine);
    expect([...both.times].map((at) => at / 60_000)).toEqual([60, 61, 61.5, 62, 63, 83, 84]);
    expect([...both.lat]).toEqual([53, 53.001, 53.0015, 53.002, 53.002, 53.052, 53.053]);
    expect(both).toMatchObject({ fromMs: 0, toMs: 7_200_000 });
  });

  it('shows as many marks as a map can, and all of those that are few', () => {
    const marks = Array.from({ length: 2000 }, (_, index) => ({ key: `${index}`, lat: 53 + (index % 50) / 100, lng: -2, atMs: index * 1000, kind: 'stop' as const, label: '' }));
    expect(thinMarks(marks.slice(0, 300), { from: 0, to: 1 })).toHaveLength(300);
    expect(thinMarks(marks, { from: 100_000, to: 199_000 }).map(({ key }) => Number(key))).toEqual(Array.from({ length: 100 }, (_, index) => index + 100));
    expect(thinMarks(marks, { from: 0, to: 2_000_000 }).length).toBeLessThan(30);
  });

  it('is between two readings, and stays where it was in a silence', () => {
    expect(momentAt(track, 60.5 * 60_000)).toMatchObject({ lat: 53.0005, isSilent: false });
    expect(momentAt(track, 62.5 * 60_000)).toMatchObject({ lat: 53.001 }); // the reading there has no position
    expect(momentAt(track, 63.5 * 60_000)).toMatchObject({ lat: 53.002, isSilent: false });
    expect(momentAt(track, 65 * 60_000)).toMatchObject({ lat: 53.002, isSilent: true });
    expect(momentAt(track, 90 * 60_000)).toMatchObject({ lat: 53.053, isSilent: false });
    expect(momentAt(track, 95 * 60_000)).toMatchObject({ lat: 53.053, isSilent: true });
    expect(momentAt(track, 59 * 60_000)).toBeUndefined();
  });
});

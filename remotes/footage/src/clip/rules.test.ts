import { describe, expect, it } from 'vitest';

import { clockText, cutAtMidnight, defaultChannel, defaultName, durationText, isRecorded, lackOf, readClock, readDuration, wallClock } from './rules';

describe('the rules of a footage request', () => {
  it('keeps durations between 00:09 and 05:00', () => {
    expect(['00:20', '00:01', '07:30', '1:05', 'x', '00:75'].map(readDuration)).toEqual([20, 9, 300, 65, undefined, undefined]);
    expect([20, 300].map(durationText)).toEqual(['00:20', '05:00']);
  });

  it('reads and writes the time of day', () => {
    expect(['00:00', '23:59:59', '24:00'].map(readClock)).toEqual([0, 86_399, undefined]);
    expect(clockText(52_886)).toBe('14:41:26');
  });

  it('names a request after vehicle and start', () => {
    expect(defaultName('HGV 022/b', '2026-11-21', 52_886)).toBe('HGV_022_b_2026_11_21__14_41_26');
  });

  it('takes a clip to be recorded when its start or end is, of its own channel', () => {
    const intervals = [{ channel: 1, start: 100, end: 200, hasEnd: true }];
    expect([[1, 90, 20], [1, 190, 20], [1, 201, 20], [2, 110, 20], [1, 90, 200]].map(([c = 0, s = 0, d = 0]) => isRecorded(intervals, c, s, d))).toEqual([true, true, false, false, false]);
  });

  it('says where the recording of a clip stops, begins, or that there is none', () => {
    const intervals = [[100, 200], [200, 300], [400, 500]].map(([start = 0, end = 0]) => ({ channel: 1, start, end, hasEnd: true }));
    const lacks = [[150, 100], [290, 20], [390, 20], [320, 20]].map(([start = 0, seconds = 0]) => lackOf(intervals, 1, start, seconds));
    expect(lacks).toEqual([undefined, { kind: 'stops', at: 300 }, { kind: 'begins', at: 400 }, { kind: 'none' }]);
  });

  it('sees driver monitoring by the camera of the driver', () => {
    const of = (type: string | undefined, model: string, dmsChannel?: number) => defaultChannel(type, { model, ...(dmsChannel ? { dmsChannel } : {}) });
    expect([of('dmsfatiguealert', 'JH8'), of('dmsfatiguealert', 'D700'), of('dmsfatiguealert', 'D700', 4), of('collision', 'JH8', 4), of(undefined, 'JH8')]).toEqual([2, 1, 4, 1, 1]);
  });

  it('cuts a clip at midnight', () => {
    expect(cutAtMidnight(86_390, 30)).toEqual({ seconds: 10, rest: 20 });
    expect(cutAtMidnight(1000, 30)).toEqual({ seconds: 30, rest: 0 });
  });

  it('goes by the clock of the vehicle', () => {
    expect(wallClock(new Date('2026-06-30T23:30:05Z'), 'Europe/London')).toEqual({ date: '2026-07-01', second: 1805 });
  });
});

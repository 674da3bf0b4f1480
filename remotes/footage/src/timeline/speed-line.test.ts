import { describe, expect, it } from 'vitest';

import { linesOf, pathOf, topOf } from './speed-line';

const view = { from: 1000, span: 1000 };

describe('the lane of speeds', () => {
  it('is as high as the fastest, and no lower than a town is fast', () => {
    expect(topOf([{ second: 1, speed: 20 }])).toBe(60);
    expect(topOf([{ second: 1, speed: 20 }, { second: 2, speed: 97 }])).toBe(97);
  });

  it('joins readings that follow each other, and leaves out what is not in view', () => {
    const speeds = [100, 1000, 1100, 1500, 1600, 5000].map((second) => ({ second, speed: 30 }));
    expect(linesOf(speeds, view, 1000)).toEqual([[{ x: 0, y: 0.5 }, { x: 0.1, y: 0.5 }], [{ x: 0.5, y: 0.5 }, { x: 0.6, y: 0.5 }]]);
  });

  it('keeps the fastest of what falls on one pixel', () => {
    const speeds = Array.from({ length: 1000 }, (_, i) => ({ second: 1000 + i, speed: i === 505 ? 60 : 30 }));
    const [line = []] = linesOf(speeds, view, 100);
    expect(line.length).toBeLessThan(120);
    expect(Math.min(...line.map(({ y }) => y))).toBe(0);
  });

  it('is drawn as a line and the area below it', () => {
    const line = [{ x: 0, y: 0.5 }, { x: 1, y: 0.25 }];
    expect(pathOf(line)).toBe('M0 0.5L1 0.25');
    expect(pathOf(line, true)).toBe('M0 0.5L1 0.25L1 1L0 1Z');
  });
});

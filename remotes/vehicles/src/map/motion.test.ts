import { describe, expect, it } from 'vitest';

import { Motion } from './motion';

describe('motion', () => {
  it('goes evenly from one report to the next', () => {
    const motion = new Motion(() => false);
    motion.moveTo('v', { lat: 53, lng: -2 }, 0);
    motion.moveTo('v', { lat: 53.01, lng: -2 }, 2000);
    expect(motion.at('v', 3000)?.lat).toBeCloseTo(53.005);
    expect(motion.isMoving('v', 3000)).toBe(true);
    expect(motion.at('v', 9000)?.lat).toBe(53.01);
    expect(motion.isMoving('v', 9000)).toBe(false);
  });

  it('goes on from where it is when a report comes early', () => {
    const motion = new Motion(() => false);
    motion.moveTo('v', { lat: 53, lng: -2 }, 0);
    motion.moveTo('v', { lat: 53.01, lng: -2 }, 2000);
    const before = motion.at('v', 3000);
    motion.moveTo('v', { lat: 53.02, lng: -2 }, 3000);
    expect(motion.at('v', 3000)).toEqual(before);
  });

  it('is not held up by the same place told twice', () => {
    const motion = new Motion(() => false);
    motion.moveTo('v', { lat: 53, lng: -2 }, 0);
    motion.moveTo('v', { lat: 53.01, lng: -2 }, 2000);
    motion.moveTo('v', { lat: 53.01, lng: -2 }, 3000);
    expect(motion.at('v', 4000)?.lat).toBe(53.01);
  });

  it.each([
    ['over a gap that nobody saw driven', new Motion(() => false), 54],
    ['for those who want no motion', new Motion(() => true), 53.01],
  ])('jumps %s', (_name, motion, lat) => {
    motion.moveTo('v', { lat: 53, lng: -2 }, 0);
    motion.moveTo('v', { lat, lng: -2 }, 2000);
    expect(motion.at('v', 2000)?.lat).toBe(lat);
  });

  it('forgets vehicles that are gone', () => {
    const motion = new Motion(() => false);
    motion.moveTo('v', { lat: 53, lng: -2 }, 0);
    motion.keep(new Set());
    expect(motion.at('v', 0)).toBeUndefined();
  });
});

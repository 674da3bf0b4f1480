import { describe, expect, it } from 'vitest';

import { arranged, type Arrangement } from './arrange';
import { overlap, type WidgetPlace } from './layout';

const place = (id: string, x: number, y: number, w = 4, h = 8): WidgetPlace => ({ id, x, y, w, h, static: false, disabled: false, enabled: true });
const grid = [place('a', 0, 0), place('b', 4, 0), place('c', 0, 8)];
const after = (how: Arrangement, id = 'a') => {
  const next = arranged(grid, id, how);
  const clashes = next.flatMap((one, i) => next.slice(i + 1).filter((other) => overlap(one, other)));
  expect(clashes).toEqual([]);
  return next.find((one) => one.id === id);
};

describe('a widget', () => {
  it.each([
    ['wider', { w: 5 }],
    ['narrower', { w: 3 }],
    ['taller', { h: 9 }],
    ['shorter', { h: 7 }],
    ['left', { x: 0 }],
  ] as const)('gets %s by one', (how, want) => {
    expect(after(how)).toMatchObject(want);
  });

  it('changes places with the one below and the one above', () => {
    expect(after('down')).toMatchObject({ x: 0, y: 8 });
    expect(after('up', 'c')).toMatchObject({ x: 0, y: 0 });
  });

  it('that is pinned stays', () => {
    const pinned = grid.map((one) => (one.id === 'a' ? { ...one, static: true } : one));
    expect(arranged(pinned, 'a', 'right')).toEqual(pinned);
  });
});

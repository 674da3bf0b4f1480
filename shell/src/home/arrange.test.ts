import { describe, expect, it } from 'vitest';
import { verticalCompactor } from 'react-grid-layout';

import { arranged, fromLayout, toLayout, type Arrangement } from './arrange';
import { compacted, overlap, type WidgetPlace } from './layout';

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

it('closes gaps as the grid does', () => {
  let seed = 7;
  const random = (most: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % most;
  };
  for (let round = 0; round < 300; round += 1) {
    const places = Array.from({ length: 1 + random(7) }, (_, index): WidgetPlace => {
      const w = 2 + random(5);
      return { id: String(index), x: random(12 - w + 1), y: index * 12 + random(8), w, h: 2 + random(6), static: random(9) === 0, disabled: false, enabled: true };
    });
    expect(compacted(places)).toEqual(fromLayout(verticalCompactor.compact(toLayout(places), 12), places));
  }
});

import { describe, expect, it } from 'vitest';

import { placed, type WidgetPlace } from './layout';

const place = (id: string, part: Partial<WidgetPlace> = {}): WidgetPlace => ({ id, x: 0, y: 0, w: 4, h: 8, static: false, disabled: false, enabled: true, ...part });
const first = (id: string, w = 4, h = 8, isAllowed = true) => ({ id, w, h, isAllowed });
const at = (places: WidgetPlace[]) => places.map(({ id, x, y, w, h }) => [id, x, y, w, h]);

describe('widgets of Home', () => {
  it('fill the rows from the left', () => {
    expect(at(placed([first('a', 6), first('b', 3), first('c', 6), first('d', 3, 10)], []))).toEqual([
      ['a', 0, 0, 6, 8],
      ['b', 6, 0, 3, 8],
      ['c', 0, 8, 6, 8],
      ['d', 9, 0, 3, 10],
    ]);
  });

  it('stay where the user put them, and a new one takes a gap', () => {
    expect(at(placed([first('new'), first('a')], [place('a', { x: 2, w: 6 })]))).toEqual([
      ['new', 8, 0, 4, 8],
      ['a', 2, 0, 6, 8],
    ]);
  });

  it('that only say whether they are shown get a place', () => {
    expect(placed([first('a')], [place('a', { x: -1, enabled: false })])[0]).toEqual(place('a', { enabled: false }));
  });

  it('that the user may not see are disabled and take no room', () => {
    const [hidden, shown] = placed([first('a', 4, 8, false), first('b')], []);
    expect(hidden?.disabled).toBe(true);
    expect(shown).toEqual(place('b'));
  });
});

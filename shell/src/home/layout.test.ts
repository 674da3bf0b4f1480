import { describe, expect, it } from 'vitest';

import { fillingRowHeight, placed, type WidgetPlace } from './layout';

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

  it('share the room that is left of a row, until they are arranged', () => {
    const row = [first('a', 7), first('b', 5), first('c', 5, 9), first('d', 4, 9)];
    expect(at(placed(row, []))).toEqual([['a', 0, 0, 7, 8], ['b', 7, 0, 5, 8], ['c', 0, 8, 7, 9], ['d', 7, 8, 5, 9]]);
    expect(at(placed(row, [place('a')]))[3]).toEqual(['d', 5, 8, 4, 9]);
  });

  it('that wait to be chosen are not shown', () => {
    expect(placed([{ ...first('a'), isHidden: true }], [])[0]?.enabled).toBe(false);
    expect(placed([{ ...first('a'), isHidden: true }], [place('a')])[0]?.enabled).toBe(true);
  });

  it('get as high as the page, within bounds', () => {
    const places = [place('a', { h: 10 }), place('b', { y: 10, h: 10 })];
    expect([100, 760, 1000, 9000].map((available) => fillingRowHeight(places, available))).toEqual([30, 38, 50, 64]);
  });

  it('that the user may not see are disabled and take no room', () => {
    const [hidden, shown] = placed([first('a', 4, 8, false), first('b')], []);
    expect(hidden?.disabled).toBe(true);
    expect(shown).toEqual(place('b', { w: 12 }));
  });
});

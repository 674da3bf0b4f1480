import { describe, expect, it } from 'vitest';

import { placePopup } from './place-popup';

const map = { x: 850, y: 840 };

describe('the place of the pop-up', () => {
  it('is over the marker', () => {
    expect(placePopup({ x: 400, y: 600 }, map)).toEqual({ left: 200, top: 266, pointer: 200, isBelow: false });
  });

  it('is under it where there is no room above', () => {
    expect(placePopup({ x: 400, y: 100 }, map)).toMatchObject({ top: 134, isBelow: true });
  });

  it('stays in the map, clear of its controls, and points at the marker', () => {
    expect(placePopup({ x: 800, y: 600 }, map)).toMatchObject({ left: 386, pointer: 380 });
    expect(placePopup({ x: 10, y: 600 }, map)).toMatchObject({ left: 8, pointer: 20 });
  });

  it('is nowhere while the marker is out of view', () => {
    expect(placePopup({ x: -5, y: 100 }, map)).toBeUndefined();
  });
});

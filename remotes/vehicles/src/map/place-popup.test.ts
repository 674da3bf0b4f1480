import { describe, expect, it } from 'vitest';

import { placePopup } from './place-popup';

const map = { x: 850, y: 840 };

describe('the place of the pop-up', () => {
  it('is over the marker', () => {
    expect(placePopup({ x: 400, y: 600 }, map)).toEqual({ left: 200, top: 266, pointer: 200, isBelow: false, width: 400, height: 300 });
  });

  it('is under it where there is no room above', () => {
    expect(placePopup({ x: 400, y: 100 }, map)).toMatchObject({ top: 134, isBelow: true });
  });

  it('stays in the map, clear of its controls, and points at the marker', () => {
    expect(placePopup({ x: 800, y: 600 }, map)).toMatchObject({ left: 386, pointer: 380 });
    expect(placePopup({ x: 10, y: 600 }, map)).toMatchObject({ left: 8, pointer: 20 });
  });

  it('is narrower and lower where the map is small, and still beside the controls', () => {
    const place = placePopup({ x: 216, y: 300 }, { x: 432, y: 394 });
    expect(place).toMatchObject({ left: 8, width: 360, height: 258, top: 8 });
    expect((place?.left ?? 0) + (place?.width ?? 0)).toBeLessThanOrEqual(432 - 64);
  });

  it('is nowhere while the marker is out of view', () => {
    expect(placePopup({ x: -5, y: 100 }, map)).toBeUndefined();
  });
});

import { describe, expect, it } from 'vitest';

import { cornersOf, shapeOf, type Position, type ShapeKind } from './shape';

const corners: Position[] = [[-2.3, 53.4], [-2.2, 53.5], [-2.1, 53.3]];

describe('shapes', () => {
  it.each([['circle', 1], ['rectangle', 2], ['route', 3], ['polygon', 3]] as [ShapeKind, number][])('a %s is made of its corners and gives them back', (kind, count) => {
    const given = corners.slice(0, count);
    const shape = shapeOf(kind, given, 250);
    expect(shape && cornersOf(shape)).toEqual(given);
  });

  it.each([['circle', 0], ['rectangle', 1], ['route', 1], ['polygon', 2]] as [ShapeKind, number][])('a %s of %i corners is none yet', (kind, count) => {
    expect(shapeOf(kind, corners.slice(0, count))).toBeUndefined();
  });

  it('closes rings as GeoJSON does', () => {
    expect(shapeOf('polygon', corners)).toEqual({ kind: 'polygon', geometry: { type: 'Polygon', coordinates: [[...corners, corners[0]]] } });
    expect(shapeOf('circle', corners, 40)).toEqual({ kind: 'circle', geometry: { type: 'Point', coordinates: [-2.3, 53.4] }, radius_m: 40 });
  });
});

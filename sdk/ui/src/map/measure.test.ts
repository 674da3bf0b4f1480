import { describe, expect, it } from 'vitest';

import { areaM2, lengthM, metresBetween } from './measure';
import { shapeOf, type Shape } from './shape';

const square = (lng: number, lat: number, degrees: number) => shapeOf('rectangle', [[lng, lat], [lng + degrees, lat + degrees]]) as Shape;

describe('measures of shapes', () => {
  it('knows how far places are apart', () => {
    expect(metresBetween([0, 0], [0, 1])).toBeCloseTo(111_195, 0); // a degree of a great circle
    expect(metresBetween([-0.1276, 51.5072], [2.3522, 48.8566]) / 1000).toBeCloseTo(344, 0); // London to Paris
    expect(metresBetween([179.9, 0], [-179.9, 0])).toBeCloseTo(22_239, 0);
  });

  it('measures what lies within a border, whichever way round it is drawn', () => {
    expect(areaM2(square(0, 0, 1)) as number / 1e6).toBeCloseTo(12_363.7, 0); // R²·Δλ·(sin 1° − sin 0°)
    expect(areaM2(square(10, 60, 0.001)) as number).toBeCloseTo(6182, -1); // 111.2 m by 55.6 m
    const ring = [[0, 0], [0, 0.01], [0.01, 0]] as [number, number][];
    const [there, back] = [shapeOf('polygon', ring), shapeOf('polygon', [...ring].reverse())] as [Shape, Shape];
    expect(areaM2(there)).toBeCloseTo(areaM2(back) as number, 3);
    expect(areaM2(there) as number / 1e6).toBeCloseTo(0.618, 3); // half of 1.112 km by 1.112 km
    expect(areaM2(shapeOf('circle', [[5, 5]], 1000) as Shape) as number / 1e6).toBeCloseTo(Math.PI, 3);
    expect(areaM2(shapeOf('route', [[0, 0], [1, 1]]) as Shape)).toBeUndefined();
  });

  it('measures borders and routes', () => {
    expect(lengthM(square(0, 0, 0.01))).toBeCloseTo(4448, 0);
    expect(lengthM(shapeOf('circle', [[5, 5]], 1000) as Shape)).toBeCloseTo(6283, 0);
    expect(lengthM(shapeOf('route', [[0, 0], [0, 0.01], [0, 0.02]]) as Shape)).toBeCloseTo(2224, 0);
  });
});

/** A place as GeoJSON writes it: longitude before latitude, in degrees. */
export type Position = [lng: number, lat: number];

/** What can be drawn on a map. */
export type ShapeKind = 'circle' | 'polygon' | 'rectangle' | 'route';

/** A drawn shape: GeoJSON's geometry, and for a circle its radius in metres. Rings are closed. */
export type Shape =
  | { kind: 'circle'; geometry: { type: 'Point'; coordinates: Position }; radius_m: number }
  | { kind: 'polygon' | 'rectangle'; geometry: { type: 'Polygon'; coordinates: [Position[]] } }
  | { kind: 'route'; geometry: { type: 'LineString'; coordinates: Position[] } };

/** Bounds of shapes: points of a ring or route, metres of a radius. */
export const shapeLimits = { fewestPoints: { polygon: 3, route: 2 }, mostPoints: 500, radiusM: { min: 10, max: 100_000 } } as const;

/** The corners of a shape to edit one by one: a circle's centre, the two corners of a rectangle, a ring without its closing point. */
export function cornersOf(shape: Shape): Position[] {
  switch (shape.kind) {
    case 'circle':
      return [shape.geometry.coordinates];
    case 'route':
      return shape.geometry.coordinates;
    case 'polygon':
      return shape.geometry.coordinates[0].slice(0, -1);
    case 'rectangle': {
      const lngs = shape.geometry.coordinates[0].map(([lng]) => lng);
      const lats = shape.geometry.coordinates[0].map(([, lat]) => lat);
      return [[Math.min(...lngs), Math.min(...lats)], [Math.max(...lngs), Math.max(...lats)]];
    }
  }
}

/** The shape that corners make; undefined while there are too few of them. */
export function shapeOf(kind: ShapeKind, corners: readonly Position[], radiusM = 500): Shape | undefined {
  const [first, second] = corners;
  if (!first) {
    return undefined;
  }
  switch (kind) {
    case 'circle':
      return { kind, geometry: { type: 'Point', coordinates: first }, radius_m: radiusM };
    case 'route':
      return corners.length >= shapeLimits.fewestPoints.route ? { kind, geometry: { type: 'LineString', coordinates: [...corners] } } : undefined;
    case 'polygon':
      return corners.length >= shapeLimits.fewestPoints.polygon ? { kind, geometry: { type: 'Polygon', coordinates: [[...corners, first]] } } : undefined;
    case 'rectangle':
      return second ? { kind, geometry: { type: 'Polygon', coordinates: [ringOf(first, second)] } } : undefined;
  }
}

function ringOf([west, south]: Position, [east, north]: Position): Position[] {
  return [[west, south], [east, south], [east, north], [west, north], [west, south]];
}

import { cornersOf, shapeOf, type Position, type Shape } from '@outrider/sdk/map';

import type { Area } from './api/fences';

/** An area of the API as maps draw it. */
export function shapeOfArea(area: Area): Shape | undefined {
  return area.type === 'circle'
    ? area.center ? shapeOf('circle', [[area.center.lng, area.center.lat]], area.radius_m ?? undefined) : undefined
    : shapeOf('polygon', joined((area.points ?? []).map(({ lat, lng }) => [lng, lat])));
}

/** A drawn shape as the API has it; a rectangle is a polygon. */
export function areaOfShape(shape: Shape): Area {
  const corner = ([lng, lat]: Position) => ({ lat, lng: Number((lng - 360 * Math.round(lng / 360)).toFixed(6)) });
  if (shape.kind === 'circle') {
    return { type: 'circle', center: corner(shape.geometry.coordinates), radius_m: shape.radius_m };
  }
  const corners = shape.kind === 'rectangle' ? shape.geometry.coordinates[0].slice(0, -1) : cornersOf(shape);
  return { type: 'polygon', points: corners.map(corner) };
}

/** Corners on both sides of the 180th meridian, side by side as a map needs them. */
function joined(corners: Position[]): Position[] {
  let before = corners[0]?.[0] ?? 0;
  return corners.map(([lng, lat]) => {
    before = lng - 360 * Math.round((lng - before) / 360);
    return [before, lat];
  });
}

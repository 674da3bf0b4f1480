import L from 'leaflet';

import { shapeOf, type Position, type Shape, type ShapeKind } from '../map/shape';

/** The shape that a drawn or edited layer has now. */
export function shapeOfLayer(kind: ShapeKind, layer: L.Layer): Shape | undefined {
  if (layer instanceof L.Circle) {
    return shapeOf('circle', [position(layer.getLatLng())], Math.round(layer.getRadius()));
  }
  if (layer instanceof L.Rectangle || (kind === 'rectangle' && layer instanceof L.Polygon)) {
    const bounds = layer.getBounds();
    return shapeOf('rectangle', [position(bounds.getSouthWest()), position(bounds.getNorthEast())]);
  }
  if (layer instanceof L.Polyline) {
    return shapeOf(layer instanceof L.Polygon ? 'polygon' : 'route', flat(layer.getLatLngs()).map(position));
  }
  return undefined;
}

function flat(latLngs: ReturnType<L.Polyline['getLatLngs']>): L.LatLng[] {
  return (latLngs as (L.LatLng | L.LatLng[])[]).flat() as L.LatLng[];
}

/** A place with the six digits that are a tenth of a metre. */
function position({ lat, lng }: L.LatLng): Position {
  return [Number(lng.toFixed(6)), Number(lat.toFixed(6))];
}

import { MapFit, MapShape, shapeOf, type Shape } from '@outrider/sdk/map';
import { useMemo } from 'react';

import type { FenceShape } from '../api/alert';

interface FenceProps {
  shape: FenceShape;
  /** Where it happened, kept in view. */
  at: { lat: number; lng: number } | null | undefined;
  label: string;
}

/** A geofence on the map around, all of it in view. */
export function Fence({ shape, at, label }: FenceProps) {
  const drawn = useMemo(() => drawnOf(shape), [shape]);
  const points = useMemo(() => [...edgesOf(shape), ...(at ? [at] : [])], [shape, at]);
  return (
    <>
      <MapFit points={points} mostZoom={16} isShape />
      {drawn ? <MapShape shape={drawn} label={label} /> : null}
    </>
  );
}

function drawnOf(shape: FenceShape): Shape | undefined {
  return shape.type === 'circle'
    ? shapeOf('circle', [[shape.center.lng, shape.center.lat]], shape.radius_m)
    : shapeOf('polygon', shape.points.map(({ lat, lng }) => [lng, lat]));
}

const metresPerDegree = 111_320;

/** Places between which the whole of a shape lies. */
export function edgesOf(shape: FenceShape): { lat: number; lng: number }[] {
  if (shape.type === 'polygon') return shape.points;
  const { center: { lat, lng }, radius_m } = shape;
  const north = radius_m / metresPerDegree;
  const east = north / Math.max(0.01, Math.cos((lat * Math.PI) / 180));
  return [{ lat: lat - north, lng: lng - east }, { lat: lat + north, lng: lng + east }];
}

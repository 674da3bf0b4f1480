import { MapFit, MapShape, shapeOf, type Shape } from '@outrider/sdk/map';
import { useMemo } from 'react';

import type { AboutShape } from '../api/alert';

interface AboutShapeProps {
  shape: AboutShape;
  /** Where it happened, kept in view. */
  at: { lat: number; lng: number } | null | undefined;
  label: string;
}

/** Where what an alert is about is, on the map around, all of it in view. */
export function AboutPlace({ shape, at, label }: AboutShapeProps) {
  const drawn = useMemo(() => drawnOf(shape), [shape]);
  const points = useMemo(() => [...edgesOf(shape), ...(at ? [at] : [])], [shape, at]);
  return (
    <>
      <MapFit points={points} mostZoom={16} isShape />
      {drawn ? <MapShape shape={drawn} label={label} /> : null}
    </>
  );
}

function drawnOf(shape: AboutShape): Shape | undefined {
  return shape.type === 'circle'
    ? shapeOf('circle', [[shape.center.lng, shape.center.lat]], shape.radius_m)
    : shapeOf('polygon', shape.points.map(({ lat, lng }) => [lng, lat]));
}

const metresPerDegree = 111_320;

/** Places between which the whole of a shape lies. */
export function edgesOf(shape: AboutShape): { lat: number; lng: number }[] {
  if (shape.type === 'polygon') return shape.points;
  const { center: { lat, lng }, radius_m } = shape;
  const north = radius_m / metresPerDegree;
  const east = north / Math.max(0.01, Math.cos((lat * Math.PI) / 180));
  return [{ lat: lat - north, lng: lng - east }, { lat: lat + north, lng: lng + east }];
}

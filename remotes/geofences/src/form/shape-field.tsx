import { ApiError, toast, usePermission, useText } from '@outrider/sdk';
import { FieldNote, useFormContext, useWatch } from '@outrider/sdk/inputs';
import { MapFit, MapShape, MapZoom } from '@outrider/sdk/map';
import { DrawMap, type Shape, type ShapeKind } from '@outrider/sdk/map-draw';
import { useId, useMemo, useState, type ReactNode } from 'react';

import type { Area } from '../api/fences';
import { areaOfShape, shapeOfArea } from '../area-shape';
import { CorridorField } from './corridor-field';
import { FleetFit } from './fleet-fit';
import { Neighbours } from './neighbours';
import { PlaceSearch } from './place-search';

interface ShapeFieldProps {
  /** Of the geofence that is edited. */
  id: string | undefined;
  /** Of a geofence that is there: it stays what it is. */
  kind: Area['type'] | undefined;
  readOnly: boolean;
  /** Drawn on the map, too. */
  children?: ReactNode;
}

type Route = Extract<Shape, { kind: 'route' }>;
const usualWidthM = 50;

/** Where the geofence is, drawn on a map or typed beside it; or a line with a width. */
export function ShapeField({ id: fenceId, kind, readOnly, children }: ShapeFieldProps) {
  const t = useText('geofences');
  const id = useId();
  const { setValue, formState } = useFormContext();
  const [area, colour] = useWatch({ name: ['shape', 'colour'] }) as [Area | null, string];
  const [line, setLine] = useState<Route>();
  const [widthM, setWidthM] = useState(usualWidthM);
  const [isNew] = useState(!area); // who removes a shape stays where it was
  const [trip, setTrip] = useState<{ lat: number; lng: number }[]>([]);
  const mayTrack = usePermission('TrackVehicle');
  const shape = useMemo(() => (area ? shapeOfArea(area) ?? null : null), [area]);
  const error = formState.errors['shape']?.message;
  const set = (next: Area | null) => setValue('shape', next, { shouldDirty: true, shouldValidate: true });
  const follow = (route: Route, width: number) => {
    setLine(route);
    setWidthM(width);
    void import('../corridor/corridor').then(
      ({ corridorOf }) => set(corridorOf(route.geometry.coordinates, width) ?? null),
      (cause: unknown) => toast(cause instanceof ApiError ? cause.message : t('form.corridorFailed'), 'error'),
    );
  };
  const drawn = (next: Shape | null) => {
    if (next?.kind === 'route') {
      follow(next, widthM);
    } else {
      setLine(undefined);
      set(next ? areaOfShape(next) : null);
    }
  };
  const kinds: readonly ShapeKind[] = kind === 'circle' ? ['circle'] : kind === 'polygon' ? ['polygon', 'route'] : ['polygon', 'circle', 'rectangle', 'route'];
  const color = colour.slice(0, 7);
  return (
    <div className={error ? 'gf-shape wrong' : 'gf-shape'} role="group" aria-label={t('form.shape')} aria-describedby={`${id}-note`}>
      <DrawMap
        label={t('form.shape')} value={line ?? shape} kinds={kinds} color={color} readOnly={readOnly} onChange={drawn} names={{ route: t('form.corridor') }} snaps
        side={readOnly || kind === 'circle' ? null : (
          <CorridorField
            line={line} widthM={widthM} mayTrack={mayTrack} onLine={(route) => {
              setTrip(route.geometry.coordinates.map(([lng = 0, lat = 0]) => ({ lat, lng })));
              follow(route, widthM);
            }} onWidth={(width) => line && follow(line, width)} onDone={() => setLine(undefined)}
          />
        )}
      >
        {isNew && !area ? <FleetFit /> : null}
        <MapFit points={trip} isShape />
        {line && shape ? <MapShape shape={shape} color={color} /> : null}
        {children}
        <Neighbours without={fenceId} />
        <MapZoom />
        {readOnly ? null : <PlaceSearch />}
      </DrawMap>
      <FieldNote id={`${id}-note`} hint={undefined} error={typeof error === 'string' ? error : undefined} />
    </div>
  );
}

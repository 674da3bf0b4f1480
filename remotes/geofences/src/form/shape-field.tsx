import { useText } from '@outrider/sdk';
import { FieldNote, useFormContext, useWatch } from '@outrider/sdk/inputs';
import { DrawMap, type ShapeKind } from '@outrider/sdk/map-draw';
import { useId, useMemo } from 'react';

import type { Area } from '../api/fences';
import { areaOfShape, shapeOfArea } from '../area-shape';

interface ShapeFieldProps {
  /** Of a geofence that is there: it stays what it is. */
  kind: Area['type'] | undefined;
  readOnly: boolean;
}

/** Where the geofence is, drawn on a map or typed beside it. */
export function ShapeField({ kind, readOnly }: ShapeFieldProps) {
  const t = useText('geofences');
  const id = useId();
  const { setValue, formState } = useFormContext();
  const [area, colour] = useWatch({ name: ['shape', 'colour'] }) as [Area | null, string];
  const shape = useMemo(() => (area ? shapeOfArea(area) ?? null : null), [area]);
  const error = formState.errors['shape']?.message;
  const kinds: readonly ShapeKind[] = kind ? [kind] : ['polygon', 'circle', 'rectangle'];
  return (
    <div className={error ? 'gf-shape wrong' : 'gf-shape'} role="group" aria-label={t('form.shape')} aria-describedby={`${id}-note`}>
      <DrawMap
        label={t('form.shape')}
        value={shape}
        kinds={kinds}
        color={colour.slice(0, 7)}
        readOnly={readOnly}
        onChange={(drawn) => setValue('shape', drawn ? areaOfShape(drawn) : null, { shouldDirty: true, shouldValidate: true })}
      />
      <FieldNote id={`${id}-note`} hint={undefined} error={typeof error === 'string' ? error : undefined} />
    </div>
  );
}

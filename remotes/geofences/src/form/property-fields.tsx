import { useText } from '@outrider/sdk';
import { FieldFrame, TextField, useFormContext, useWatch } from '@outrider/sdk/inputs';
import { useId } from 'react';

import { colours } from '../fence-colour';

/** Name, description and colour. */
export function PropertyFields() {
  const t = useText('geofences');
  return (
    <>
      <TextField name="name" label={t('field.name')} required />
      <TextField name="description" label={t('field.description')} rows={2} />
      <ColourField />
    </>
  );
}

function ColourField() {
  const t = useText('geofences');
  const id = useId();
  const { setValue } = useFormContext();
  const colour = String(useWatch({ name: 'colour' }));
  return (
    <FieldFrame id={id} labelId={`${id}-label`} noteId={`${id}-note`} label={t('field.colour')}>
      <span className="gf-colours" role="radiogroup" aria-labelledby={`${id}-label`}>
        {[...new Set([...colours, colour])].map((one) => (
          <button
            key={one} type="button" role="radio" aria-checked={one === colour} aria-label={one.slice(0, 7)} title={one.slice(0, 7)} className={one === colour ? 'on' : undefined}
            style={{ background: one.slice(0, 7) }} onClick={() => setValue('colour', one, { shouldDirty: true, shouldValidate: true })}
          />
        ))}
        <input
          type="color" aria-label={t('form.otherColour')} title={t('form.otherColour')} value={colour.slice(0, 7)}
          onChange={(event) => setValue('colour', `${event.target.value.toUpperCase()}B3`, { shouldDirty: true, shouldValidate: true })}
        />
      </span>
    </FieldFrame>
  );
}

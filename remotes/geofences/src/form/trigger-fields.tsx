import { Chip, useFormat, useText } from '@outrider/sdk';
import { Checkbox, FieldFrame, NumberField, TextField, useFormContext, useWatch } from '@outrider/sdk/inputs';
import { useId } from 'react';

import { dayName } from '../trigger-texts';

/** What raises an alert, and when. */
export function TriggerFields() {
  const t = useText('geofences');
  const days = (useWatch({ name: 'days' }) as number[] | undefined) ?? [];
  const zone = String(useWatch({ name: 'zone' }));
  return (
    <>
      <fieldset className="gf-group">
        <legend>{t('field.triggers')}</legend>
        <div className="gf-pair">
          <Checkbox name="enter" label={t('triggerName.enter')} />
          <Checkbox name="leave" label={t('triggerName.leave')} />
        </div>
        <div className="gf-pair">
          <NumberField name="speed_above_kmh" label={t('triggerName.speed_above')} quantity="speed" placeholder={t('form.off')} />
          <NumberField name="speed_below_kmh" label={t('triggerName.speed_below')} quantity="speed" placeholder={t('form.off')} />
        </div>
        <NumberField name="park_inside_s" label={t('form.parkedFor')} quantity="minutes" placeholder={t('form.off')} />
      </fieldset>
      <fieldset className="gf-group">
        <legend>{t('field.period')}</legend>
        <Days />
        {days.length > 0 ? (
          <div className="gf-pair">
            <TextField name="from" label={t('form.from')} />
            <TextField name="to" label={t('form.to')} hint={t('form.zone', { zone })} />
          </div>
        ) : null}
      </fieldset>
    </>
  );
}

/** Days of the week; none is always. */
function Days() {
  const t = useText('geofences');
  const id = useId();
  const { locale } = useFormat().settings;
  const { setValue } = useFormContext();
  const days = (useWatch({ name: 'days' }) as number[] | undefined) ?? [];
  const change = (day: number) => setValue('days', days.includes(day) ? days.filter((one) => one !== day) : [...days, day].sort((a, b) => a - b), { shouldDirty: true, shouldValidate: true });
  return (
    <FieldFrame id={id} labelId={`${id}-label`} noteId={`${id}-note`} label={t('form.days')} hint={days.length === 0 ? t('form.always') : undefined}>
      <span className="gf-days" role="group" aria-labelledby={`${id}-label`}>
        {[1, 2, 3, 4, 5, 6, 7].map((day) => (
          <Chip key={day} isOn={days.includes(day)} aria-pressed={days.includes(day)} onClick={() => change(day)}>
            {dayName(day, locale)}
          </Chip>
        ))}
      </span>
    </FieldFrame>
  );
}

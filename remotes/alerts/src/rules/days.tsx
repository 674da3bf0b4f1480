import { useFormat } from '@outrider/sdk';
import { FieldFrame, useFormContext, useWatch } from '@outrider/sdk/inputs';
import { useId } from 'react';

import { dayName } from './use-summary';

/** Days of the week, at least one. */
export function Days({ name, label }: { name: string; label: string }) {
  const id = useId();
  const { locale } = useFormat().settings;
  const { setValue } = useFormContext();
  const days = (useWatch({ name }) as number[] | undefined) ?? [];
  const change = (day: number) => {
    const next = days.includes(day) ? days.filter((one) => one !== day) : [...days, day].sort((a, b) => a - b);
    if (next.length > 0) setValue(name, next, { shouldDirty: true, shouldValidate: true });
  };
  return (
    <FieldFrame id={id} labelId={`${id}-label`} noteId={`${id}-note`} label={label}>
      <span className="cfg-channels rules-days" role="group" aria-labelledby={`${id}-label`}>
        {[1, 2, 3, 4, 5, 6, 7].map((day) => (
          <button key={day} type="button" className={days.includes(day) ? 'cfg-channel on' : 'cfg-channel'} aria-pressed={days.includes(day)} onClick={() => change(day)}>
            {dayName(day, locale)}
          </button>
        ))}
      </span>
    </FieldFrame>
  );
}

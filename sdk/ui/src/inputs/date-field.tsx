import { DayInput } from './day-input';
import { FieldFrame } from './field-frame';
import { TimeInput } from './time-input';
import { useField, type FieldProps } from './use-field';
import type { LocalDay } from '../units';

export interface DateFieldProps extends FieldProps {
  /** The first and last day that the calendar offers; the schema decides what may be typed. */
  min?: LocalDay;
  max?: LocalDay;
}

/** A day without a zone; the form's value is `YYYY-MM-DD`, or what was typed until it is one, or null. */
export function DateField(props: DateFieldProps) {
  const { label, hint, required, className, min, max } = props;
  const field = useField<string | null | undefined>(props);
  return (
    <FieldFrame id={field.id} noteId={field.noteId} label={label} required={required} hint={hint} error={field.error} className={className}>
      <DayInput
        id={field.id}
        value={field.value ?? ''}
        onChange={(day) => day !== (field.value ?? '') && field.change(day || null)}
        onBlur={field.blur}
        min={min}
        max={max}
        isWrong={Boolean(field.error)}
        disabled={field.isDisabled}
        aria={field.aria}
        focusRef={field.focusRef}
      />
    </FieldFrame>
  );
}

/** A time of day; the form's value is `HH:mm`, or what was typed until it is one, or null. */
export function TimeField(props: FieldProps) {
  const { label, hint, required, className } = props;
  const field = useField<string | null | undefined>(props);
  return (
    <FieldFrame id={field.id} noteId={field.noteId} label={label} required={required} hint={hint} error={field.error} className={className}>
      <TimeInput
        id={field.id}
        value={field.value ?? ''}
        onChange={(time) => time !== (field.value ?? '') && field.change(time || null)}
        onBlur={field.blur}
        isWrong={Boolean(field.error)}
        disabled={field.isDisabled}
        aria={field.aria}
        focusRef={field.focusRef}
      />
    </FieldFrame>
  );
}

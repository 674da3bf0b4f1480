import { FieldFrame } from './field-frame';
import { DateTimeRangePicker } from './range/range-picker';
import type { RangePickerProps } from './range/range-picker-props';
import type { DateTimeRange } from './range/range-rules';
import { useField, type FieldProps } from './use-field';

export type RangeFieldProps = FieldProps & Omit<RangePickerProps, 'value' | 'onChange' | 'label' | 'className'>;

/** A date-time range in a form; its value is {start, end} by the clocks of the user's zone, or null. */
export function RangeField(props: RangeFieldProps) {
  const { label, hint, required, className, ...picker } = props;
  const field = useField<DateTimeRange | null | undefined>(props);
  return (
    <FieldFrame id={field.id} labelId={`${field.id}-label`} noteId={field.noteId} label={label} required={required} hint={hint} error={field.error} className={className}>
      <DateTimeRangePicker {...picker} label={label} value={field.value ?? null} onChange={field.change} disabled={field.isDisabled} className="range-wide" />
    </FieldFrame>
  );
}

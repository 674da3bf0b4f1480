import { FieldFrame, Select, useFormContext, useWatch, type SelectProps } from '@outrider/sdk/inputs';
import { useId } from 'react';

import './form.css';

/** From how many groups on the browser's own list takes the place of ours: it is searched by typing, and opens at once with ten thousand. */
const many = 100;

/** One of the groups in a form, however many there are. */
export function GroupSelect(props: SelectProps) {
  return props.options.length > many ? <LongSelect {...props} /> : <Select {...props} />;
}

function LongSelect({ name, label, hint, required, disabled, className, options, placeholder = '–', clearable = false }: SelectProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const form = useFormContext();
  const value = useWatch({ control: form.control, name }) as string | null | undefined;
  const error = form.getFieldState(name, form.formState).error?.message;
  return (
    <FieldFrame id={id} noteId={noteId} label={label} required={required} hint={hint} error={error} className={className}>
      <select
        id={id}
        className="field group-select"
        value={value ?? ''}
        disabled={disabled === true}
        aria-required={required === true}
        aria-invalid={error !== undefined}
        aria-describedby={noteId}
        onChange={({ target }) => form.setValue(name, target.value === '' ? null : target.value, { shouldDirty: true, shouldValidate: true })}
      >
        <option value="" disabled={!clearable}>
          {placeholder}
        </option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}

import { useId } from 'react';
import { useController, useFormContext } from 'react-hook-form';

import { useRegisteredField } from './form-scope';

/** What every field takes. */
export interface FieldProps {
  /** Path of the value in the form, `contacts.0.email`. */
  name: string;
  label: string;
  /** A quiet sentence under the field, shown until there is something wrong with it. */
  hint?: string;
  /** Marks the field; whether it must be filled in is the schema's to say. */
  required?: boolean;
  disabled?: boolean;
  className?: string;
}

/** A field's value and its wiring for those who do not see it. */
export function useField<T>({ name, hint, required, disabled }: FieldProps) {
  const id = useId();
  const { control } = useFormContext();
  const scope = useRegisteredField(name);
  const { field, fieldState } = useController({ name, control });
  const error = fieldState.error?.message;
  const noteId = `${id}-note`;
  return {
    id,
    noteId,
    error,
    value: field.value as T,
    change: (value: T) => field.onChange(value),
    blur: field.onBlur,
    focusRef: field.ref,
    isDisabled: disabled === true || scope.readOnly,
    aria: {
      'aria-invalid': error ? (true as const) : undefined,
      'aria-required': required ? (true as const) : undefined,
      'aria-describedby': error || hint ? noteId : undefined,
    },
  };
}

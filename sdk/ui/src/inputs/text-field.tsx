import { InputAdornment, OutlinedInput } from '@mui/material';
import type { ReactNode } from 'react';

import { FieldFrame } from './field-frame';
import { useField, type FieldProps } from './use-field';

export interface TextFieldProps extends FieldProps {
  type?: 'text' | 'email' | 'tel' | 'url' | 'search';
  placeholder?: string;
  /** More than one makes a text area. */
  rows?: number;
  autoComplete?: string;
  /** Shown within the field, before or after what is typed. */
  before?: ReactNode;
  after?: ReactNode;
  maxLength?: number;
}

/** A line or an area of text. */
export function TextField(props: TextFieldProps) {
  const { label, hint, required, className, type = 'text', placeholder, rows = 1, autoComplete = 'off', before, after, maxLength } = props;
  const field = useField<string | null | undefined>(props);
  return (
    <FieldFrame id={field.id} noteId={field.noteId} label={label} required={required} hint={hint} error={field.error} className={className}>
      <OutlinedInput
        id={field.id}
        type={type}
        fullWidth
        error={Boolean(field.error)}
        disabled={field.isDisabled}
        value={field.value ?? ''}
        multiline={rows > 1}
        rows={rows}
        autoComplete={autoComplete}
        inputRef={field.focusRef}
        onChange={(event) => field.change(event.target.value)}
        onBlur={field.blur}
        startAdornment={before ? <InputAdornment position="start">{before}</InputAdornment> : undefined}
        endAdornment={after ? <InputAdornment position="end">{after}</InputAdornment> : undefined}
        inputProps={{ ...field.aria, placeholder, maxLength }}
      />
    </FieldFrame>
  );
}

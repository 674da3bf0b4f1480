import { InputAdornment, OutlinedInput } from '@mui/material';
import { useEffect, useState } from 'react';

import { useFormat } from '../units';
import { FieldFrame } from './field-frame';
import { useFormScope } from './form-scope';
import { readNumber, shownAs, writeNumber, type Quantity } from './quantity';
import { useField, type FieldProps } from './use-field';

export interface NumberFieldProps extends FieldProps {
  /** What it measures; the form's value is in the system's unit, the field shows the user's. */
  quantity?: Quantity;
  /** Digits after the point; each quantity has its own. */
  digits?: number;
  /** A unit of its own, for `plain`. */
  unit?: string;
  placeholder?: string;
}

interface Typed {
  text: string;
  /** The value that the text stands for, in the system's unit. */
  value: number | null;
  /** The unit that it was typed in. */
  unit: string;
}

/**
 * A number in the user's unit; the form gets it in the system's (km/h, metres, litres, seconds), null when it is empty and NaN
 * when it is no number. Until the text is changed, the value keeps all of its digits.
 */
export function NumberField(props: NumberFieldProps) {
  const { name, label, hint, required, className, quantity = 'plain', placeholder } = props;
  const format = useFormat();
  const { locale } = format.settings;
  const shown = shownAs(quantity, format);
  const digits = props.digits ?? shown.digits;
  const unit = props.unit ?? shown.unit;
  const field = useField<number | null | undefined>(props);
  const value = field.value ?? null;
  const [typed, setTyped] = useState<Typed>();
  const isTyped = typed && Object.is(typed.value, value) && typed.unit === unit;
  const text = isTyped ? typed.text : write(value, (v) => writeNumber(shown.toUser(v), digits, locale));
  useShownBound(name, (bound) => writeNumber(shown.toUser(bound), Math.max(digits, 1), locale), `${unit} ${digits} ${locale}`);

  const type = (next: string) => {
    const read = readNumber(next, locale);
    const inSystem = read === null ? null : shown.fromUser(read);
    setTyped({ text: next, value: inSystem, unit });
    field.change(inSystem);
  };

  return (
    <FieldFrame id={field.id} noteId={field.noteId} label={label} required={required} hint={hint} error={field.error} className={className}>
      <OutlinedInput
        id={field.id}
        fullWidth
        error={Boolean(field.error)}
        disabled={field.isDisabled}
        value={text}
        inputRef={field.focusRef}
        onChange={(event) => type(event.target.value)}
        onBlur={field.blur}
        endAdornment={unit ? <InputAdornment position="end">{unit}</InputAdornment> : undefined}
        inputProps={{ ...field.aria, placeholder, inputMode: 'decimal', className: 'num', autoComplete: 'off' }}
      />
    </FieldFrame>
  );
}

function write(value: number | null, text: (value: number) => string): string {
  return value === null || Number.isNaN(value) ? '' : text(value);
}

/** Tells the form how this field writes a bound; `key` changes when the writing does. */
function useShownBound(name: string, show: (bound: number) => string, key: string): void {
  const { registerBound } = useFormScope();
  // eslint-disable-next-line react-hooks/exhaustive-deps -- `key` stands for `show`
  useEffect(() => registerBound(name, show), [registerBound, name, key]);
}

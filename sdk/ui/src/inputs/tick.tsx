import { Checkbox as MuiCheckbox, Switch as MuiSwitch } from '@mui/material';

import { Icon } from '../icons';
import { FieldNote } from './field-frame';
import { useField, type FieldProps } from './use-field';

import './inputs.css';

/** Yes or no, as a tick: part of what is saved with the form. */
export function Checkbox(props: FieldProps) {
  const field = useField<boolean | null | undefined>(props);
  return (
    <div className={['fld fld-tick', props.className].filter(Boolean).join(' ')}>
      <label className="fld-tick-line" htmlFor={field.id}>
        <MuiCheckbox
          id={field.id}
          className="fld-check"
          checked={field.value === true}
          disabled={field.isDisabled}
          onChange={(event) => field.change(event.target.checked)}
          onBlur={field.blur}
          icon={<span className="check" />}
          checkedIcon={<span className="check on"><Icon name="check" small /></span>}
          slotProps={{ input: { ...field.aria, ref: field.focusRef } }}
        />
        {props.label}
      </label>
      <FieldNote id={field.noteId} hint={props.hint} error={field.error} />
    </div>
  );
}

/** Yes or no, as a switch: something that is on or off. */
export function Switch(props: FieldProps) {
  const field = useField<boolean | null | undefined>(props);
  return (
    <div className={['fld fld-tick', props.className].filter(Boolean).join(' ')}>
      <label className="fld-tick-line" htmlFor={field.id}>
        <MuiSwitch
          id={field.id}
          className="fld-switch"
          checked={field.value === true}
          disabled={field.isDisabled}
          onChange={(event) => field.change(event.target.checked)}
          onBlur={field.blur}
          slotProps={{ input: { ...field.aria, ref: field.focusRef, role: 'switch' } }}
        />
        {props.label}
      </label>
      <FieldNote id={field.noteId} hint={props.hint} error={field.error} />
    </div>
  );
}

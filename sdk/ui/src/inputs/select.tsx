import { MenuItem, Select as MuiSelect } from '@mui/material';

import { Icon } from '../icons';
import { FieldFrame } from './field-frame';
import type { Option } from './option';
import { useField, type FieldProps } from './use-field';

export interface SelectProps extends FieldProps {
  options: Option[];
  /** Shown while nothing is chosen; with `clearable` it can be chosen again, as null. */
  placeholder?: string;
  clearable?: boolean;
}

/** One of a short list. For long lists, and for vehicles and groups, there are selectors that search. */
export function Select(props: SelectProps) {
  const { label, hint, required, className, options, placeholder = '–', clearable = false } = props;
  const field = useField<string | null | undefined>(props);
  const labelId = `${field.id}-label`;
  return (
    <FieldFrame id={field.id} labelId={labelId} noteId={field.noteId} label={label} required={required} hint={hint} error={field.error} className={className}>
      <MuiSelect
        fullWidth
        displayEmpty
        className="fld-select"
        value={field.value ?? ''}
        error={Boolean(field.error)}
        disabled={field.isDisabled}
        onChange={(event) => field.change(event.target.value === '' ? null : event.target.value)}
        onBlur={field.blur}
        inputRef={(element: { focus: () => void } | null) => field.focusRef(element)}
        renderValue={(value) => <Chosen option={options.find((option) => option.value === value)} placeholder={placeholder} />}
        IconComponent={Arrow}
        labelId={labelId}
        SelectDisplayProps={{ ...field.aria, id: field.id }}
      >
        {clearable ? <MenuItem value="">{placeholder}</MenuItem> : null}
        {options.map(({ value, label: words, icon, disabled }) => (
          <MenuItem key={value} value={value} disabled={disabled === true}>
            {icon ? <Icon name={icon} small /> : null}
            {words}
          </MenuItem>
        ))}
      </MuiSelect>
    </FieldFrame>
  );
}

function Chosen({ option, placeholder }: { option: Option | undefined; placeholder: string }) {
  if (!option) {
    return <span className="t3">{placeholder}</span>;
  }
  return (
    <span className="row">
      {option.icon ? <Icon name={option.icon} small /> : null}
      {option.label}
    </span>
  );
}

function Arrow({ className }: { className?: string }) {
  return <Icon name="chevron-down" small className={`${className ?? ''} fld-arrow`} />;
}

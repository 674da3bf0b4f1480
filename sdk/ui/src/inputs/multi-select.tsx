import { Autocomplete, OutlinedInput } from '@mui/material';

import { RemoveButton } from '../buttons';
import { useText } from '../i18n';
import { Icon } from '../icons';
import { FieldFrame } from './field-frame';
import type { Option } from './option';
import { useField, type FieldProps } from './use-field';

export interface MultiSelectProps extends FieldProps {
  options: Option[];
  placeholder?: string;
}

/** Any number of a list, found by typing; the form's value is the chosen values in the list's order. */
export function MultiSelect(props: MultiSelectProps) {
  const { label, hint, required, className, options, placeholder } = props;
  const t = useText();
  const field = useField<string[] | null | undefined>(props);
  const chosen = field.value ?? [];
  const change = (picked: Option[]) => {
    const values = new Set(picked.map(({ value }) => value));
    field.change(options.filter(({ value }) => values.has(value)).map(({ value }) => value));
  };
  return (
    <FieldFrame id={field.id} noteId={field.noteId} label={label} required={required} hint={hint} error={field.error} className={className}>
      <Autocomplete
        id={field.id}
        multiple
        disableCloseOnSelect
        className="fld-multi"
        disabled={field.isDisabled}
        options={options}
        value={options.filter(({ value }) => chosen.includes(value))}
        getOptionLabel={(option) => option.label}
        getOptionDisabled={(option) => option.disabled === true}
        isOptionEqualToValue={(a, b) => a.value === b.value}
        onChange={(_, picked) => change(picked)}
        onBlur={field.blur}
        noOptionsText={t('input.nothingFound')}
        clearText={t('input.clear')}
        openText={t('input.open')}
        closeText={t('action.close')}
        popupIcon={<Icon name="chevron-down" small />}
        clearIcon={<Icon name="close" small />}
        renderValue={(picked, getItemProps) => picked.map((option, index) => <Picked key={option.value} option={option} {...pickedProps(getItemProps({ index }))} />)}
        renderOption={({ key, ...rest }, option, { selected }) => (
          <li key={key} {...rest}>
            <span className={selected ? 'check on' : 'check'}>{selected ? <Icon name="check" small /> : null}</span>
            {option.label}
          </li>
        )}
        renderInput={(params) => (
          <OutlinedInput
            {...params.slotProps.input}
            fullWidth
            id={params.id}
            error={Boolean(field.error)}
            disabled={params.disabled}
            inputRef={field.focusRef}
            inputProps={{ ...params.slotProps.htmlInput, ...field.aria, placeholder: chosen.length === 0 ? placeholder : undefined }}
          />
        )}
      />
    </FieldFrame>
  );
}

interface PickedProps {
  option: Option;
  onDelete: (event: unknown) => void;
  disabled: boolean;
}

function Picked({ option, onDelete, disabled }: PickedProps) {
  const t = useText();
  return (
    <span className="fld-picked">
      {option.label}
      {disabled ? null : (
        <RemoveButton tabIndex={-1} label={t('input.remove', { label: option.label })} onClick={onDelete} />
      )}
    </span>
  );
}

function pickedProps(item: { onDelete: (event: unknown) => void; disabled: boolean }): Omit<PickedProps, 'option'> {
  return { onDelete: item.onDelete, disabled: item.disabled };
}

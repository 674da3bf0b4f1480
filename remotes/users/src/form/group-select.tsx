import { FieldFrame, Select, useFormContext, useWatch, type SelectProps } from '@outrider/sdk/inputs';
import { useId } from 'react';

import { GroupButton } from './group-button';
import { manyGroups } from './group-pick';

import './form.css';

/** One of the groups in a form, however many there are: many are searched. */
export function GroupSelect(props: SelectProps) {
  return props.options.length > manyGroups ? <SearchedGroup {...props} /> : <Select {...props} />;
}

function SearchedGroup({ name, label, hint, required, disabled, className, placeholder = '–', clearable = false }: SelectProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const form = useFormContext();
  const value = useWatch({ control: form.control, name }) as string | null | undefined;
  const error = form.getFieldState(name, form.formState).error?.message;
  return (
    <FieldFrame id={id} labelId={`${id}-label`} noteId={noteId} label={label} required={required} hint={hint} error={error} className={className}>
      <GroupButton
        id={id}
        labelId={`${id}-label`}
        noteId={noteId}
        label={label}
        value={value ?? ''}
        none={clearable ? placeholder : undefined}
        placeholder={placeholder}
        disabled={disabled === true}
        isWrong={error !== undefined}
        onChange={(chosen) => form.setValue(name, chosen === '' ? null : chosen, { shouldDirty: true, shouldValidate: true })}
      />
    </FieldFrame>
  );
}

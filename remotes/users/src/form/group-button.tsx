import { Icon, IconButton, useText } from '@outrider/sdk';
import { useState } from 'react';

import { ChooseGroupDialog } from '../groups/choose-group-dialog';
import { useGroupOptions, useTree } from '../tree/groups';

import './form.css';

interface GroupButtonProps {
  id: string;
  /** The element that says what is chosen. */
  labelId: string;
  label: string;
  value: string;
  /** What no group means; without it there has to be one. */
  none?: string | undefined;
  placeholder?: string;
  disabled?: boolean;
  isWrong?: boolean;
  noteId?: string;
  onChange: (value: string) => void;
}

/** Shows the chosen group, and finds another one by search or in the tree, however many there are. */
export function GroupButton({ id, labelId, label, value, none, placeholder = '–', disabled = false, isWrong = false, noteId, onChange }: GroupButtonProps) {
  const t = useText('users');
  const [isOpen, setOpen] = useState(false);
  const shown = useGroupOptions().find((one) => one.value === value)?.label ?? value;
  const root = useTree().data;
  return (
    <div className={isWrong ? 'group-button wrong' : 'group-button'}>
      <button type="button" className="group-field" id={id} disabled={disabled} aria-haspopup="dialog" aria-labelledby={`${labelId} ${id}`} aria-describedby={noteId} onClick={() => setOpen(true)}>
        <span className={value ? 'grow' : 'grow t2'}>{value ? shown : (none ?? placeholder)}</span>
        <Icon name="search" small />
      </button>
      {none !== undefined && value && !disabled ? (
        <IconButton size="small" label={t('groupChoice.clear', { label })} onClick={() => onChange('')}>
          <Icon name="close" small />
        </IconButton>
      ) : null}
      {isOpen && root ? <ChooseGroupDialog root={root} title={label} chosen={value} onChoose={(group) => onChange(group.id)} onClose={() => setOpen(false)} /> : null}
    </div>
  );
}

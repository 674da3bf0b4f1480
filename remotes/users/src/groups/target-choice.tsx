import { Button } from '@outrider/sdk';
import { useState } from 'react';

import type { Group } from '../api/tree';
import { ChooseGroupDialog } from './choose-group-dialog';

interface TargetChoiceProps {
  root: Group;
  /** The group that it is in, which is no change. */
  not: string;
  label: string;
  onChoose: (to: Group) => void;
}

/** The choice of a group that something is moved to, for those who do not drag. */
export function TargetChoice({ root, not, label, onChoose }: TargetChoiceProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen ? <ChooseGroupDialog root={root} title={label} onChoose={(to) => to.id !== not && onChoose(to)} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

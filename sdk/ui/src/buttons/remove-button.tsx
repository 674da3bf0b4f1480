import type { ComponentProps } from 'react';

import { Icon } from '../icons';

export interface RemoveButtonProps extends Omit<ComponentProps<'button'>, 'aria-label' | 'children' | 'className'> {
  /** What it takes away: "Remove ann@demo.test". */
  label: string;
}

/** The cross behind something that was chosen: a recipient, a tag, an option, a filter. */
export function RemoveButton({ label, ...rest }: RemoveButtonProps) {
  return (
    <button type="button" {...rest} className="cross" aria-label={label} title={label}>
      <Icon name="close" small />
    </button>
  );
}

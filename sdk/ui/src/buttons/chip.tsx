import type { ComponentProps } from 'react';

import { chipClass } from './classes';

export interface ChipProps extends ComponentProps<'button'> {
  /** It narrows what is shown. */
  isOn?: boolean;
}

/** A filter of a list: on or off (say so with `aria-pressed`), or a menu of what it may be. */
export function Chip({ isOn, className, ...rest }: ChipProps) {
  return <button type="button" {...rest} className={chipClass(isOn, className)} />;
}

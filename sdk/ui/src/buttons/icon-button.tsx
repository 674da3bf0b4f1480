import type { ComponentProps } from 'react';

import { iconButtonClass, type IconButtonLook } from './classes';

export type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label' | 'title'> & IconButtonLook & {
  /** What it does, for those who do not see the icon or do not know it. */
  label: string;
  /** Shown where the pointer rests; the label without one, nothing for null (a Tooltip around it says it). */
  title?: string | null;
};

/** A button that is an icon alone. */
export function IconButton({ label, title = label, variant, size, isOn, className, ...rest }: IconButtonProps) {
  return <button type="button" {...rest} className={iconButtonClass({ variant, size, isOn, className })} aria-label={label} title={title ?? undefined} />;
}

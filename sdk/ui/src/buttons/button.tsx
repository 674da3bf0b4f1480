import type { ComponentProps } from 'react';

import { buttonClass, type ButtonLook } from './classes';

export type ButtonProps = ComponentProps<'button'> & ButtonLook;

/** A button with words. It submits no form unless its `type` says so. */
export function Button({ variant, tone, size, className, ...rest }: ButtonProps) {
  return <button type="button" {...rest} className={buttonClass({ variant, tone, size, className })} />;
}

import type { ComponentProps } from 'react';

export interface SegmentProps extends Omit<ComponentProps<'button'>, 'className' | 'aria-pressed'> {
  /** It is the one that is chosen. */
  isOn: boolean;
}

/** One of a few that stand side by side in an element with the class `seg`. */
export function Segment({ isOn, ...rest }: SegmentProps) {
  return <button type="button" {...rest} className={isOn ? 'on' : undefined} aria-pressed={isOn} />;
}

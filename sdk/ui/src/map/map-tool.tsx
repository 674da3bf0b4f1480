import type { ComponentProps } from 'react';

import { Icon, type IconName } from '../icons';

interface MapToolProps extends Omit<ComponentProps<'button'>, 'aria-label' | 'children' | 'className'> {
  icon: IconName;
  /** What it does; also shown where the pointer rests, unless `title` says more. */
  label: string;
}

/** One of the tools that lie on a map, in an element with the class `o-map-tools`. */
export function MapTool({ icon, label, title = label, ...rest }: MapToolProps) {
  return (
    <button type="button" {...rest} className="o-map-tool" aria-label={label} title={title}>
      <Icon name={icon} />
    </button>
  );
}

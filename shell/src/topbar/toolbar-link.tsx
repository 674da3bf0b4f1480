import { Icon, iconButtonClass, type IconName } from '@outrider/sdk';
import { Tooltip } from '@outrider/sdk/mui';
import { Link } from '@outrider/sdk/router';

import { useRefusal } from './use-refusal';

interface ToolbarLinkProps {
  icon: IconName;
  label: string;
  path: string;
  isAllowed?: boolean;
}

/** An icon of the top bar that leads to a page; disabled, with the reason, where the user may not go. */
export function ToolbarLink({ icon, label, path, isAllowed }: ToolbarLinkProps) {
  const refusal = useRefusal(path, isAllowed);
  if (refusal) {
    return (
      <Tooltip title={refusal}>
        <span className={iconButtonClass({ className: 'off' })} role="link" aria-disabled="true" aria-label={label} tabIndex={0}>
          <Icon name={icon} />
        </span>
      </Tooltip>
    );
  }
  return (
    <Tooltip title={label}>
      <Link className={iconButtonClass()} to={path} aria-label={label}>
        <Icon name={icon} />
      </Link>
    </Tooltip>
  );
}

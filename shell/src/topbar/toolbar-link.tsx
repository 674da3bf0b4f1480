import { allows, Icon, useShellInfo, useText, type IconName } from '@outrider/sdk';
import { Tooltip } from '@outrider/sdk/mui';
import { Link } from '@outrider/sdk/router';

import { destinationOf } from '../remotes/routes';

interface ToolbarLinkProps {
  icon: IconName;
  label: string;
  path: string;
  /** `route`: only where a remote brings that page. */
  needs: 'route' | undefined;
  permission?: string;
}

/** An icon of the top bar that leads to a page; disabled, with the reason, where the user may not go. */
export function ToolbarLink({ icon, label, path, needs, permission }: ToolbarLinkProps) {
  const refusal = useRefusal(path, needs, permission);
  if (refusal) {
    return (
      <Tooltip title={refusal} enterDelay={300}>
        <span className="ib off" role="link" aria-disabled="true" aria-label={label} tabIndex={0}>
          <Icon name={icon} />
        </span>
      </Tooltip>
    );
  }
  return (
    <Tooltip title={label}>
      <Link className="ib" to={path} aria-label={label}>
        <Icon name={icon} />
      </Link>
    </Tooltip>
  );
}

/** Why a page cannot be visited, or undefined when it can. */
export function useRefusal(path: string, needs: 'route' | undefined, permission: string | undefined): string | undefined {
  const t = useText('shell');
  const info = useShellInfo();
  if (!allows(info.session.permissions, permission)) {
    return t('bar.noPermission');
  }
  if (needs === undefined) {
    return undefined;
  }
  switch (destinationOf(path, info).kind) {
    case 'page':
      return undefined;
    case 'denied':
      return t('bar.noPermission');
    default:
      return t('bar.notInstalled');
  }
}

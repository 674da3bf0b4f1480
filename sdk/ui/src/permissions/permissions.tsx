import type { ReactNode } from 'react';

import { shellInfo, useSession } from '../session';

/** What a user holds: `ignore` 1 refuses everything, 2 allows everything, otherwise the names decide. */
export interface Permissions {
  ignore: number;
  granted: readonly string[];
}

/** Reports whether `permissions` hold `name`; what needs no permission is allowed to everyone with access. */
export function allows(permissions: Permissions, name: string | undefined): boolean {
  if (permissions.ignore === 1) {
    return false;
  }
  return permissions.ignore === 2 || name === undefined || permissions.granted.includes(name);
}

/** Reports whether the signed-in user holds `name`. The server decides anew at each call; this only shapes the screen. */
export function usePermission(name: string | undefined): boolean {
  return allows(useSession().permissions, name);
}

/** The same outside React. */
export function hasPermission(name: string | undefined): boolean {
  const info = shellInfo();
  return info !== undefined && allows(info.session.permissions, name);
}

/** Shows its children to those who hold the permission, and `otherwise` to others. */
export function Can({ permission, otherwise = null, children }: { permission: string; otherwise?: ReactNode; children: ReactNode }) {
  return usePermission(permission) ? children : otherwise;
}

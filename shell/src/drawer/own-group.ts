import type { SessionInfo } from '@outrider/sdk';

/** What the user's group is called; undefined for those of the whole organisation. */
export function ownGroup({ user, Org }: SessionInfo): string | undefined {
  return user.Node?.id === Org.id ? undefined : user.user_group || undefined;
}

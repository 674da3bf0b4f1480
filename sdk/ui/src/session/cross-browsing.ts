import type { paths } from '../host-api';

/** The mark of a tab that acts in another organisation; a hint for the page only: the server trusts the token. */
const markPattern = /^orgID=([a-z][a-z0-9-]{0,62})$/;

/** The organisation that this tab is marked to act in, if any. */
export function markedOrg(name: string = window.name): string | undefined {
  return markPattern.exec(name)?.[1];
}

/** Opens the portal in another organisation, in a tab of its own; a second time it comes to the front. For support roles. */
export function enterOrganisation(orgId: string): void {
  window.open('/', `orgID=${orgId}`)?.focus();
}

/** Makes this tab one that acts in the session's own organisation again. */
export function clearMark(): void {
  if (markedOrg() !== undefined) {
    window.name = '';
    sessionStorage.clear();
  }
}

/** Leaves the organisation that this tab acts in; the page starts anew in the account's own. */
export async function leaveOrganisation(): Promise<void> {
  if (markedOrg() === undefined) {
    await fetch('/api/auth/leave' satisfies keyof paths, { method: 'POST' });
  }
  clearMark();
  location.replace('/');
}

/** Whether the server has given this browser a session: the cookie with the secret cannot be seen from here, the one beside it can. */
export function hasSession(): boolean {
  return /(?:^|; )outrider_session=1(?:;|$)/.test(document.cookie);
}

import type { paths } from '../host-api';

/** The mark of a tab that shows the portal as somebody else; a hint for the page only: the server trusts the token. */
const markPattern = /^seeAs=([0-9a-f-]{36})$/;

/** The view of the portal as somebody else that this tab shows, if any. */
export function markedView(name: string = window.name): string | undefined {
  return markPattern.exec(name)?.[1];
}

/** Opens a view of the portal as somebody else, in a tab of its own; false when the browser allows none. */
export function openView(id: string): boolean {
  const tab = window.open('/', `seeAs=${id}`);
  tab?.focus();
  return tab !== null;
}

/** Ends the view that this tab shows, and closes the tab. */
export async function endView(): Promise<void> {
  const id = markedView();
  if (id !== undefined) {
    const answer = await fetch('/api/auth/leave' satisfies keyof paths, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ see_as: id }) });
    if (!answer.ok && answer.status !== 404) {
      throw new Error(`the view could not be ended: ${answer.status}`);
    }
    closeView();
  }
}

/** Closes the tab of a view that has ended; where the browser keeps it open, it begins anew as the user's own. */
export function closeView(): void {
  window.name = '';
  sessionStorage.clear();
  window.close();
  location.replace('/');
}

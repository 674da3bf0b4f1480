import type { MouseEvent } from 'react';
import { navigateToUrl } from 'single-spa';

/** Goes to another page of the portal, from a remote. */
export function openPath(path: string): void {
  navigateToUrl(path);
}

/**
 * What an `<a>` to another page of the portal has: it opens there, and with Ctrl, Cmd or Shift in a tab or window of its own, as links do. `before` is done first where it
 * opens here: a dialog closes.
 */
export function linkTo(path: string, before?: () => void): { href: string; onClick: (event: MouseEvent) => void } {
  return {
    href: path,
    onClick: (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      before?.();
      openPath(path);
    },
  };
}

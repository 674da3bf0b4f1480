import type { KeyboardEvent } from 'react';

/** Moves the focus between the lines of a list by the arrow keys, Home and End. */
export function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  const lines = [...event.currentTarget.querySelectorAll<HTMLElement>('.entry')];
  const at = lines.indexOf(document.activeElement as HTMLElement);
  if (at < 0) {
    return;
  }
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: lines.length - 1 }[event.key];
  if (to !== undefined) {
    event.preventDefault();
    lines[(to + lines.length) % lines.length]?.focus();
  }
}

import { useEffect, useLayoutEffect, useRef } from 'react';

/** Single keys for the whole page: not while something is typed, with a modifier, or below a dialog or menu. */
export function useKeys(keys: Record<string, (() => void) | undefined>): void {
  const latest = useRef(keys);
  useLayoutEffect(() => {
    latest.current = keys; // with what is seen: a key that is pressed at the sight of an alert is for it
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement | null;
      const isTyping = target?.closest('input:not([type=checkbox]), textarea, select, [contenteditable=true]');
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping || document.querySelector('.MuiModal-root')) {
        return;
      }
      const act = latest.current[event.key.length === 1 ? event.key.toLowerCase() : event.key];
      if (act) {
        event.preventDefault();
        act();
      }
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

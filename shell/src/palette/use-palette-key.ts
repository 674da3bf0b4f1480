import { useEffect, useRef } from 'react';

/** Calls `open` on Ctrl-K or Cmd-K, wherever the focus is. */
export function usePaletteKey(open: () => void): void {
  const latest = useRef(open);
  useEffect(() => {
    latest.current = open;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        closeMenus();
        latest.current();
      }
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}

/** Closes the menus that are open, of whatever remote, as Escape does: the palette takes their place. */
function closeMenus(): void {
  document.querySelectorAll('.MuiPopover-root').forEach((menu) => menu.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })));
}

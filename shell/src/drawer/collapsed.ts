import { useState } from 'react';

const key = 'outrider.drawer';

/** Whether the drawer is collapsed to icons; remembered by the browser. */
export function useCollapsed(): [boolean, (collapsed: boolean) => void] {
  const [collapsed, setCollapsed] = useState(() => localStorage.getItem(key) === 'collapsed');
  return [
    collapsed,
    (next) => {
      localStorage.setItem(key, next ? 'collapsed' : 'open');
      setCollapsed(next);
    },
  ];
}

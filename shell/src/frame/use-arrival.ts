import { useEffect, useRef, useState } from 'react';
import { useLocation } from '@outrider/sdk/router';

import { useTitle } from '../remotes/use-title';

/**
 * What happens when the user arrives at a page: the window has its title, the focus goes to the page (but not on the first
 * one, nor when the page has taken it), and its name is read out.
 */
export function useArrival() {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const title = useTitle();
  const [announcement, setAnnouncement] = useState('');
  const before = useRef(pathname);

  useEffect(() => {
    document.title = `${title} · Outrider`;
    if (before.current === pathname) {
      return;
    }
    before.current = pathname;
    setAnnouncement(title);
    if (!main.current?.contains(document.activeElement)) {
      main.current?.focus({ preventScroll: true });
    }
  }, [pathname, title]);

  return { main, announcement };
}

import { useCallback, useState, type UIEvent } from 'react';

/** The height of a line, pixels. */
export const lineHeight = 36;

/** Lines above and below what is in sight that are drawn, too. */
const spare = 12;

/** Which lines of a long list are drawn: those in sight. Ten thousand lines cost as much as fifty. */
export function useWindow(count: number) {
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(800);
  const onScroll = useCallback((event: UIEvent<HTMLElement>) => {
    setTop(event.currentTarget.scrollTop);
    setHeight(event.currentTarget.clientHeight || 800);
  }, []);
  const first = Math.max(0, Math.min(count, Math.floor(top / lineHeight)) - spare);
  const last = Math.min(count, Math.ceil((top + height) / lineHeight) + spare);
  return { first, last, before: first * lineHeight, after: (count - last) * lineHeight, onScroll };
}

import { useEffect, useState, type RefObject } from 'react';

/** How wide an element is, in pixels; 0 until it is known. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const watch = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0));
    if (element.current) {
      setWidth(element.current.clientWidth);
      watch.observe(element.current);
    }
    return () => watch.disconnect();
  }, [element]);
  return width;
}

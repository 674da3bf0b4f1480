import { useLayoutEffect, useState, type RefObject } from 'react';

/** The pixels that a page has below the top of `ref` while nothing is scrolled, and 0 before it is measured. */
export function useAvailableHeight(ref: RefObject<HTMLElement | null>): number {
  const [height, setHeight] = useState(0);
  useLayoutEffect(() => {
    const element = ref.current;
    const page = element?.closest('.home');
    if (!element || !page) {
      return undefined;
    }
    const measure = () => {
      const top = element.getBoundingClientRect().top - page.getBoundingClientRect().top + page.scrollTop;
      setHeight(page.clientHeight - top - parseFloat(getComputedStyle(page).paddingBottom));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(page);
    return () => observer.disconnect();
  }, [ref]);
  return height;
}

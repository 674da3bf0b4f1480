import { useEffect, useState, type RefObject } from 'react';

/** Whether an element fills the screen, and how to change it; a browser that refuses leaves it as it is. */
export function useFullScreen(element: RefObject<HTMLElement | null>): { isFull: boolean; setFull: (isFull: boolean) => void } {
  const [isFull, setIsFull] = useState(false);
  useEffect(() => {
    const changed = () => setIsFull(document.fullscreenElement !== null && document.fullscreenElement === element.current);
    document.addEventListener('fullscreenchange', changed);
    return () => document.removeEventListener('fullscreenchange', changed);
  }, [element]);
  const setFull = (wanted: boolean) => {
    const done = wanted ? element.current?.requestFullscreen() : document.exitFullscreen();
    done?.catch(() => {});
  };
  return { isFull, setFull };
}

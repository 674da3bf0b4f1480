import { useEffect, useState } from 'react';

/** Whether the whole page is shown full screen, and the way in and out; menus and messages stay above the map. */
export function useFullScreen(): { isFull: boolean; toggle: () => void } {
  const [isFull, setFull] = useState(document.fullscreenElement !== null && document.fullscreenElement !== undefined);
  useEffect(() => {
    const changed = () => setFull(Boolean(document.fullscreenElement));
    document.addEventListener('fullscreenchange', changed);
    return () => document.removeEventListener('fullscreenchange', changed);
  }, []);
  const toggle = () => {
    const change = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen();
    change.catch((error: unknown) => console.error('full screen', error));
  };
  return { isFull, toggle };
}

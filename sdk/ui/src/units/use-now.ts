import { useEffect, useState } from 'react';

/** The time, in milliseconds, with a new render each `everyMs`: for ages, `3 min ago`. */
export function useNow(everyMs = 15_000): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}

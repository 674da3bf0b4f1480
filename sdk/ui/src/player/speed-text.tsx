import { useEffect, useMemo, useRef } from 'react';

import type { TrackingSample } from '../device-files/tracking-file';
import { useFormat } from '../units';
import { useClock } from './clock-context';
import { placeFinder } from './sample-at';

/** The speed at the clock's time; it runs without a render. */
export function SpeedText({ tracking }: { tracking: readonly TrackingSample[] }) {
  const format = useFormat();
  const clock = useClock();
  const text = useRef<HTMLSpanElement>(null);
  const find = useMemo(() => placeFinder(tracking), [tracking]);
  useEffect(() => {
    const show = (at: number) => {
      const written = format.speed(find(at)?.speedKmh);
      if (text.current && text.current.textContent !== written) text.current.textContent = written;
    };
    show(clock.at());
    return clock.subscribe(show);
  }, [clock, find, format]);
  return <span ref={text} />;
}

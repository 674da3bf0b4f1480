import { useEffect, useState } from 'react';

import { Cursor } from '../charts/cursor';
import type { PlaybackClock } from './clock';

/** How the two tell their own moves from each other's. */
const source = 'clock';

/** A cursor of charts that is where the clock is; dragging over a chart, or its keys, move the clock. */
export function useClockCursor(clock: PlaybackClock): Cursor {
  const [cursor] = useState(() => new Cursor({ isPlayhead: true }));
  useEffect(() => {
    cursor.set(clock.at(), source);
    const leave = [
      clock.subscribe((at) => cursor.set(at, source)),
      cursor.subscribe((at, from) => {
        if (from !== source && at !== undefined) clock.seek(at, 'chart');
      }),
    ];
    return () => leave.forEach((stop) => stop());
  }, [clock, cursor]);
  return cursor;
}

import { createContext, useContext, useState, useSyncExternalStore, type ReactNode } from 'react';

import { Cursor, type TimeSpan } from './cursor';

const CursorContext = createContext<Cursor | undefined>(undefined);

/** Gives everything within one time. A `cursor` of the caller's own reaches further, to a video or a map elsewhere. */
export function CursorProvider({ cursor, children }: { cursor?: Cursor; children: ReactNode }) {
  const [own] = useState(() => new Cursor());
  return <CursorContext value={cursor ?? own}>{children}</CursorContext>;
}

/** The cursor around; a chart without one has its own. */
export function useCursor(): Cursor {
  const [own] = useState(() => new Cursor());
  return useContext(CursorContext) ?? own;
}

/** The cursor's time, with a render at every move: for words, not for what must move smoothly. */
export function useCursorTime(): number | undefined {
  const cursor = useCursor();
  return useSyncExternalStore(cursor.subscribe, cursor.at);
}

/** The stretch that the charts are zoomed to. */
export function useZoom(cursor: Cursor): TimeSpan | undefined {
  return useSyncExternalStore(cursor.onZoom, cursor.view);
}

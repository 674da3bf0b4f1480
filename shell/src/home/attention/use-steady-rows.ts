import type { AttentionGroup, AttentionItem } from '@outrider/sdk';
import { useRef, useState } from 'react';

/** An item with the group that it is in. */
export interface AttentionEntry {
  group: Pick<AttentionGroup, 'id' | 'order'>;
  item: AttentionItem;
}

/** Names an item among all. */
export const keyOf = ({ group, item }: AttentionEntry): string => `${group.id} ${item.id}`;

/**
 * Rows that stay still under the hand: what has gone leaves at once, what came since the list was first shown waits until it is asked for.
 */
export function useSteadyRows(groups: readonly AttentionGroup[], isPending: boolean): { rows: AttentionEntry[]; waiting: number; showWaiting: () => void } {
  const known = useRef<Set<string> | undefined>(undefined);
  const [, setShown] = useState(0);
  const all = groups.flatMap((group) => group.items.map((item) => ({ group, item })));
  if (isPending) {
    return { rows: all, waiting: 0, showWaiting: () => {} };
  }
  known.current ??= new Set(all.map(keyOf));
  const shown = known.current;
  // What was listed already but beyond the first ones moves up as others go: it is nothing new.
  const oldest = Math.min(...all.filter((entry) => shown.has(keyOf(entry))).map(({ item }) => item.atMs));
  all.filter(({ item }) => item.atMs < oldest).forEach((entry) => shown.add(keyOf(entry)));
  const waiting = all.filter((entry) => !shown.has(keyOf(entry)));
  const showWaiting = () => {
    waiting.forEach((entry) => shown.add(keyOf(entry)));
    setShown((times) => times + 1);
  };
  return { rows: all.filter((entry) => shown.has(keyOf(entry))), waiting: waiting.length, showWaiting };
}

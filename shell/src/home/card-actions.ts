import type { Arrangement } from './arrange';

/** What the user may do with a card. */
export interface CardActions {
  hide: (id: string) => void;
  pin: (id: string, pinned: boolean) => void;
  arrange: (id: string, how: Arrangement) => void;
}

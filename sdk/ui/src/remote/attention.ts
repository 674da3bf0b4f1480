import { messages } from '../i18n';
import type { IconName } from '../icons';
import { onChosenGroup } from '../session';

/** One thing that waits for somebody. */
export interface AttentionItem {
  /** Unique within its group. */
  id: string;
  icon: IconName | (string & {});
  tone: 'error' | 'warning' | 'plain';
  /** What is the matter. */
  title: string;
  /** With whom and where. */
  text: string;
  /** Since when, in Unix milliseconds. */
  atMs: number;
  /** The page that shows it. */
  path: string;
  action?: AttentionAction;
}

/** What can be done about an item without leaving Home; without `run` and `choices` the button leads to the item's page. */
export interface AttentionAction {
  label: string;
  /** Does it; what it answers undoes it again. */
  run?: () => Promise<(() => Promise<void>) | undefined>;
  /** The ways to do it, where there are several. */
  choices?: readonly { id: string; label: string; run: () => Promise<(() => Promise<void>) | undefined> }[];
}

/** Things of one kind that wait: one tab of what needs attention. */
export interface AttentionGroup {
  id: string;
  /** In the user's language. */
  label: string;
  /** Its place among the others, the lowest first: the graver the lower. */
  order: number;
  /** How many there are; `items` may be fewer. */
  total: number;
  /** The list of all of them. */
  path: string;
  /** The newest first. */
  items: readonly AttentionItem[];
}

/**
 * What a module in the slot `attention` exports as `attention`. `set` takes all its groups anew, and undefined where they could not be
 * read; `days` is how far Home looks back. Ends when the function that it returns is called.
 */
export interface AttentionSource {
  start: (set: (groups: readonly AttentionGroup[] | undefined) => void, days: number) => () => void;
}

/** How a remote knows what waits. */
export interface AttentionReader {
  /** Reads all groups anew; `days` is how far Home looks back, today included. */
  read: (days: number, signal: AbortSignal) => Promise<AttentionGroup[]>;
  /** How often it is read whatever happens, in milliseconds. */
  everyMs: number;
  /** Calls `changed` whenever something may have changed, until what it returns is called. */
  listen?: (changed: () => void) => () => void;
}

/** How long after a change it is read again, so that many changes are one reading; in milliseconds. */
const settleMs = 1500;

/** A source that reads at once, regularly, in another chosen group or language, and after changes. What was read stays while a later reading fails. */
export function attentionSource({ read, everyMs, listen }: AttentionReader): AttentionSource {
  return {
    start: (set, days) => {
      const left = new AbortController();
      let reading = new AbortController();
      let hasRead = false;
      let waiting: ReturnType<typeof setTimeout> | undefined;
      const refresh = () => {
        waiting = undefined;
        reading.abort();
        const mine = new AbortController();
        reading = mine;
        const isOver = () => left.signal.aborted || mine.signal.aborted;
        read(days, mine.signal).then(
          (groups) => {
            if (!isOver()) {
              hasRead = true;
              set(groups);
            }
          },
          (error: unknown) => {
            if (!isOver() && !hasRead) {
              console.error('what needs attention', error);
              set(undefined);
            }
          },
        );
      };
      const changed = () => {
        waiting ??= setTimeout(refresh, settleMs);
      };
      messages.on('languageChanged', refresh); // what was read has words of the former one
      const ends = [onChosenGroup(refresh), listen?.(changed) ?? (() => {}), () => messages.off('languageChanged', refresh)];
      const timer = setInterval(changed, everyMs);
      refresh();
      return () => {
        left.abort();
        reading.abort();
        clearTimeout(waiting);
        clearInterval(timer);
        ends.forEach((end) => end());
      };
    },
  };
}

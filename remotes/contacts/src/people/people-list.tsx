import { Icon } from '@outrider/sdk';
import { useId, useRef, useState, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';

import { keyOf, type Entry } from './entry';
import { PersonRow } from './person-row';

const rowHeight = 46;
/** Rows above and below those that are seen, and by how many rows what is drawn moves on. */
const beyond = 8;
const stride = 4;
/** How high the list is at first, in pixels. */
const usualHeight = 470;

interface PeopleListProps {
  label: string;
  entries: readonly Entry[];
  /** The keys of those that are marked. */
  marked: ReadonlySet<string>;
  onMark: (marked: Set<string>) => void;
  /** Enter, or two clicks: takes it over to the other list. */
  onTake: (entry: Entry) => void;
  /** E. */
  onEdit?: (entry: Entry) => void;
  /** The end comes into sight: there may be more. */
  onEnd?: () => void;
  height?: number;
  empty: ReactNode;
  busy?: boolean;
}

/** A list of people of any length, of which only what is seen is drawn. Ctrl or Shift with a click marks all from the last marked one to here. */
export function PeopleList({ label, entries, marked, onMark, onTake, onEdit, onEnd, height = usualHeight, empty, busy = false }: PeopleListProps) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const [scrolled, setScrolled] = useState(0);
  const [at, setAt] = useState(0);
  const last = useRef(0);
  const current = Math.min(at, entries.length - 1);
  const drawn = Math.ceil(height / rowHeight) + stride + 2 * beyond;
  const first = Math.max(0, Math.min(scrolled - beyond, entries.length - drawn));
  const shown = entries.slice(first, first + drawn);

  const mark = (index: number, range: boolean) => {
    const entry = entries[index];
    if (!entry) return;
    const next = new Set(marked);
    if (range) {
      for (const one of entries.slice(Math.min(last.current, index), Math.max(last.current, index) + 1)) next.add(keyOf(one));
    } else if (!next.delete(keyOf(entry))) {
      next.add(keyOf(entry));
    }
    last.current = index;
    onMark(next);
  };
  const go = (index: number) => {
    const next = Math.max(0, Math.min(entries.length - 1, index));
    setAt(next);
    const element = box.current;
    if (!element) return;
    if (next * rowHeight < element.scrollTop) element.scrollTop = next * rowHeight;
    if ((next + 1) * rowHeight > element.scrollTop + element.clientHeight) element.scrollTop = (next + 1) * rowHeight - element.clientHeight;
  };
  const press = (event: KeyboardEvent) => {
    const entry = entries[current];
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8, Home: -entries.length, End: entries.length };
    const step = steps[event.key];
    if (step !== undefined) go(current + step);
    else if (event.key === ' ') mark(current, event.ctrlKey || event.shiftKey);
    else if (event.key === 'Enter' && entry) onTake(entry);
    else if (event.key.toLowerCase() === 'e' && entry && onEdit && !event.ctrlKey && !event.metaKey) onEdit(entry);
    else return;
    event.preventDefault();
  };
  return (
    <div
      ref={box}
      className="ct-list"
      role="listbox"
      aria-multiselectable="true"
      aria-label={label}
      aria-busy={busy}
      tabIndex={0}
      {...(entries[current] ? { 'aria-activedescendant': `${id}-${current}` } : {})}
      style={{ height }}
      onKeyDown={press}
      onClick={(event) => {
        const index = placeOf(event);
        if (index === undefined) return;
        setAt(index);
        mark(index, event.ctrlKey || event.shiftKey || event.metaKey);
      }}
      onDoubleClick={(event) => {
        const entry = entries[placeOf(event) ?? -1];
        if (entry) onTake(entry);
      }}
      onScroll={({ currentTarget }) => {
        setScrolled(Math.floor(currentTarget.scrollTop / rowHeight / stride) * stride);
        if (currentTarget.scrollTop + 2 * currentTarget.clientHeight > currentTarget.scrollHeight) onEnd?.();
      }}
    >
      {entries.length === 0 ? (
        <div className="ct-none" role="option" aria-selected="false" aria-disabled="true">
          <Icon name="contacts" />
          {empty}
        </div>
      ) : (
        <div style={{ height: entries.length * rowHeight, position: 'relative' }} role="presentation">
          {shown.map((entry, i) => (
            <PersonRow
              key={keyOf(entry)}
              id={`${id}-${first + i}`}
              entry={entry}
              isMarked={marked.has(keyOf(entry))}
              isCurrent={first + i === current}
              top={(first + i) * rowHeight}
              place={first + i}
              of={entries.length}
            />
          ))}
        </div>
      )}
    </div>
  );
}

/** The place in the list of what was clicked; undefined for none. */
function placeOf({ target }: MouseEvent): number | undefined {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-place]') : null;
  return row ? Number(row.dataset['place']) : undefined;
}

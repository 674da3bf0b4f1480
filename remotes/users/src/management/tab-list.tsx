import { useText } from '@outrider/sdk';
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';

export interface Tab {
  id: string;
  label: string;
  may: boolean;
  panel: () => ReactNode;
}

/** How wide a side fades, pixels; as in users-page.css. */
const fade = 40;

/** The tabs of the page; arrows move between them. Where they do not fit they scroll, and fade at the side where there are more. */
export function TabList({ tabs, chosen, onChoose }: { tabs: Tab[]; chosen: string; onChoose: (id: string) => void }) {
  const t = useText('users');
  const list = useRef<HTMLDivElement>(null);
  const [more, setMore] = useState('');
  const look = () => {
    const { scrollLeft, scrollWidth, clientWidth } = list.current ?? { scrollLeft: 0, scrollWidth: 0, clientWidth: 0 };
    setMore([scrollLeft > 1 && 'before', scrollLeft + clientWidth < scrollWidth - 1 && 'after'].filter(Boolean).join(' '));
  };
  useEffect(() => {
    const on = list.current?.querySelector<HTMLElement>('[aria-selected=true]');
    if (list.current && on) {
      const from = on.offsetLeft - list.current.offsetLeft - fade;
      const least = from + on.offsetWidth + 2 * fade - list.current.clientWidth;
      list.current.scrollLeft = Math.min(from, Math.max(least, list.current.scrollLeft));
    }
    look();
    addEventListener('resize', look);
    return () => removeEventListener('resize', look);
  }, [chosen, tabs.length]);

  const move = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const next = step && tabs[(tabs.findIndex(({ id }) => id === chosen) + step + tabs.length) % tabs.length];
    if (next) {
      event.preventDefault();
      onChoose(next.id);
      document.getElementById(`people-tab-${next.id}`)?.focus();
    }
  };
  return (
    // eslint-disable-next-line jsx-a11y/interactive-supports-focus -- its tabs are focused
    <div className="tabs" role="tablist" aria-label={t('people.title')} data-more={more} ref={list} onScroll={look} onKeyDown={move}>
      {tabs.map(({ id, label }) => (
        <button
          key={id}
          id={`people-tab-${id}`}
          type="button"
          role="tab"
          className={id === chosen ? 'on' : ''}
          aria-selected={id === chosen}
          aria-controls="people-panel"
          tabIndex={id === chosen ? 0 : -1}
          onClick={() => onChoose(id)}
        >
          {label}
        </button>
      ))}
    </div>
  );
}

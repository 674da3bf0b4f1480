import { Icon } from '@outrider/sdk';
import { Tooltip } from '@outrider/sdk/mui';
import { useRef, type KeyboardEvent } from 'react';

import './tabs.css';

/** One tab. */
export interface Tab {
  id: string;
  label: string;
  count?: number;
  /** Why it cannot be opened now. */
  disabled?: string;
}

interface TabsProps {
  label: string;
  tabs: Tab[];
  shown: string;
  onShow: (id: string) => void;
}

/** Tabs that the arrow keys move through; a disabled one can be reached, so that its reason can be read. */
export function Tabs({ label, tabs, shown, onShow }: TabsProps) {
  const list = useRef<HTMLDivElement>(null);
  const press = (event: KeyboardEvent, at: number) => {
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      const next = (to + tabs.length) % tabs.length;
      list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[next]?.focus();
      const tab = tabs[next];
      if (tab && !tab.disabled) onShow(tab.id);
    }
  };
  return (
    <div ref={list} className="tabs veh-tabs" role="tablist" aria-label={label}>
      {tabs.map(({ id, label: words, count, disabled }, at) => (
        <Tooltip key={id} describeChild title={disabled ?? ''}>
          <button
            type="button"
            role="tab"
            id={`vehicle-tab-${id}`}
            aria-selected={id === shown}
            aria-disabled={disabled !== undefined}
            {...(id === shown ? { 'aria-controls': `vehicle-panel-${id}` } : {})}
            tabIndex={id === shown ? 0 : -1}
            className={id === shown ? 'on' : disabled ? 'off' : undefined}
            onClick={() => !disabled && onShow(id)}
            onKeyDown={(event) => press(event, at)}
          >
            {disabled ? <Icon name="lock" small /> : null}
            {words}
            {count === undefined ? null : <b>{count}</b>}
          </button>
        </Tooltip>
      ))}
    </div>
  );
}

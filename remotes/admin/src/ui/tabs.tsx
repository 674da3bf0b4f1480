import { useId, type KeyboardEvent, type ReactNode } from 'react';

interface TabsProps {
  label: string;
  chosen: string;
  onChoose: (id: string) => void;
  tabs: { id: string; label: string; panel: () => ReactNode }[];
}

/** Tabs that arrows move between, and the panel of the chosen one. */
export function Tabs({ label, chosen, onChoose, tabs }: TabsProps) {
  const base = useId();
  const move = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const next = step && tabs[(tabs.findIndex(({ id }) => id === chosen) + step + tabs.length) % tabs.length];
    if (next) {
      event.preventDefault();
      onChoose(next.id);
      document.getElementById(`${base}${next.id}`)?.focus();
    }
  };
  const panel = tabs.find(({ id }) => id === chosen) ?? tabs[0];
  return (
    <section className="card ops-tabbed">
      {/* eslint-disable-next-line jsx-a11y/interactive-supports-focus -- its tabs are focused */}
      <div className="tabs" role="tablist" aria-label={label} onKeyDown={move}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            id={`${base}${tab.id}`}
            type="button"
            role="tab"
            className={tab.id === chosen ? 'on' : ''}
            aria-selected={tab.id === chosen}
            aria-controls={`${base}panel`}
            tabIndex={tab.id === chosen ? 0 : -1}
            onClick={() => onChoose(tab.id)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div id={`${base}panel`} role="tabpanel" aria-labelledby={`${base}${panel?.id ?? ''}`} className="ops-panel">
        {panel?.panel()}
      </div>
    </section>
  );
}

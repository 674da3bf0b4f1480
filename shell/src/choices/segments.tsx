import type { KeyboardEvent, ReactNode } from 'react';

interface SegmentsProps<T extends string> {
  /** What is chosen here. */
  label: string;
  options: readonly { value: T; label: string; face?: ReactNode }[];
  chosen: T;
  onChoose: (value: T) => void;
}

/** One of a few, side by side: one stop of the Tab key, the arrow keys choose. */
export function Segments<T extends string>({ label, options, chosen, onChoose }: SegmentsProps<T>) {
  const press = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step === undefined) {
      return;
    }
    event.preventDefault();
    const at = options.findIndex(({ value }) => value === chosen);
    const to = (at + step + options.length) % options.length;
    const next = options[to];
    if (next) {
      onChoose(next.value);
      event.currentTarget.querySelectorAll<HTMLElement>('[role=radio]')[to]?.focus();
    }
  };
  return (
    // Its radios take the focus, not the group.
    // eslint-disable-next-line jsx-a11y/interactive-supports-focus
    <div className="seg" role="radiogroup" aria-label={label} onKeyDown={press}>
      {options.map(({ value, label: name, face }) => (
        <button
          key={value}
          type="button"
          role="radio"
          aria-checked={value === chosen}
          tabIndex={value === chosen ? 0 : -1}
          className={value === chosen ? 'on' : ''}
          {...(face ? { 'aria-label': name, title: name } : {})}
          onClick={() => onChoose(value)}
        >
          {face ?? name}
        </button>
      ))}
    </div>
  );
}

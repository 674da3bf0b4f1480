import { useId, useRef, type ReactNode, type ToggleEvent } from 'react';

import { useText } from '../i18n';
import { Icon } from '../icons';

import './explain.css';

export interface ExplainProps {
  /** What is explained, as it is called beside the button. */
  about: string;
  /** The rule, in one to three short sentences. */
  children: ReactNode;
}

/** Pixels that stay free between the text and the button, and around it. */
const gap = 6;
const margin = 8;

/** A small button beside a figure that says by which rule the figure is made. */
export function Explain({ about, children }: ExplainProps) {
  const t = useText();
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const label = t('explain.what', { about });
  const place = ({ newState, currentTarget }: ToggleEvent<HTMLSpanElement>) => {
    if (newState === 'open' && button.current) {
      placeBelow(button.current.getBoundingClientRect(), currentTarget);
    }
  };
  return (
    <span className="explain">
      <button ref={button} type="button" className="explain-mark" popoverTarget={id} aria-label={label} title={label} onClick={(event) => event.stopPropagation()}>
        <Icon name="info" small />
      </button>
      <span id={id} popover="auto" className="explain-text" onToggle={place}>
        <b>{about}</b>
        {children}
      </span>
    </span>
  );
}

/** Puts the text below the button, or above it where there is no room, and never beyond the window. */
function placeBelow(from: DOMRect, text: HTMLElement): void {
  const { offsetWidth: width, offsetHeight: height } = text;
  const below = from.bottom + gap;
  const top = below + height + margin > window.innerHeight ? Math.max(margin, from.top - gap - height) : below;
  const left = Math.min(Math.max(margin, from.left + from.width / 2 - width / 2), window.innerWidth - width - margin);
  Object.assign(text.style, { top: `${top}px`, left: `${left}px` });
}

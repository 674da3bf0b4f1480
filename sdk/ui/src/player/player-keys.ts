import type { KeyboardEvent } from 'react';

import type { PlaybackClock } from './clock';

/** How far an arrow goes, and with Shift; in milliseconds. */
const arrowMs = { plain: 1000, shift: 5000 } as const;

/**
 * The keys of a player: space plays and pauses, arrows go a second back and on (Shift five), comma and full stop a picture, Home and End to
 * the ends. What a chart, a chooser or a button within does with a key comes first.
 */
export function playerKeys(clock: PlaybackClock, step: (pictures: number) => void) {
  return (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTaken(event)) {
      return;
    }
    const act = actionOf(event, clock, step);
    if (act) {
      event.preventDefault();
      event.stopPropagation();
      act();
    }
  };
}

function actionOf({ key, shiftKey }: KeyboardEvent, clock: PlaybackClock, step: (pictures: number) => void): (() => void) | undefined {
  const far = shiftKey ? arrowMs.shift : arrowMs.plain;
  const { span } = clock.state();
  const actions: Record<string, () => void> = {
    ' ': clock.toggle,
    ArrowLeft: () => clock.seek(clock.at() - far, 'key'),
    ArrowRight: () => clock.seek(clock.at() + far, 'key'),
    ',': () => step(-1),
    '.': () => step(1),
    Home: () => clock.seek(span.from, 'key'),
    End: () => clock.seek(span.to, 'key'),
  };
  return actions[key];
}

/** Reports whether the element that has the focus needs the key itself. */
function isTaken({ key, target }: KeyboardEvent): boolean {
  const element = target as HTMLElement;
  const isChoosing = element.closest('select, textarea, [contenteditable=true], input:not([type=range])') !== null;
  return isChoosing || (key === ' ' && element.closest('button, a, summary') !== null);
}

import { useEffect, useState, type ChangeEvent, type KeyboardEvent } from 'react';

/**
 * A text that is typed, and saved when its field is left or by Enter; Escape brings back what is saved. What `save` answers is shown in its place. `field`
 * are the props of its input.
 */
export function useSavedText(saved: string, save: (text: string) => string | undefined) {
  const [text, setText] = useState(saved);
  useEffect(() => setText(saved), [saved]);
  const leave = () => {
    if (text.trim() === saved) return;
    const shown = save(text.trim());
    if (shown !== undefined) setText(shown);
  };
  const field = {
    value: text,
    onChange: (event: ChangeEvent<HTMLInputElement>) => setText(event.target.value),
    onBlur: leave,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Enter') {
        event.preventDefault();
        leave();
      }
      if (event.key === 'Escape' && text !== saved) {
        event.stopPropagation();
        setText(saved);
      }
    },
  };
  return { text, field };
}

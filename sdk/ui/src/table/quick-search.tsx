import { memo, useEffect, useRef, useState } from 'react';

import { IconButton } from '../buttons';
import { Icon } from '../icons';
import { useText } from '../i18n';

/** How long the user pauses before the list is asked, in milliseconds. */
export const searchPauseMs = 200;

interface QuickSearchProps {
  value: string;
  placeholder?: string | undefined;
  onSearch: (q: string) => void;
}

/** The search field of a table. It keeps what is typed for itself, so that a key is answered at once whatever the table does. */
export const QuickSearch = memo(function QuickSearch({ value, placeholder, onSearch }: QuickSearchProps) {
  const t = useText();
  const [text, setText] = useState(value);
  const asked = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (value !== asked.current) {
      asked.current = value; // another step of the browser's history, or a view
      setText(value);
    }
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const ask = (next: string, pauseMs: number) => {
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      asked.current = next.trim();
      onSearch(next.trim());
    }, pauseMs);
  };
  return (
    <div className="field table-search">
      <Icon name="search" small />
      <input
        type="search"
        value={text}
        maxLength={200}
        placeholder={placeholder ?? t('table.search')}
        aria-label={placeholder ?? t('table.search')}
        onChange={(event) => ask(event.target.value, searchPauseMs)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            ask(text, 0);
          } else if (event.key === 'Escape' && text !== '') {
            event.stopPropagation();
            ask('', 0);
          }
        }}
      />
      {text ? (
        <IconButton size="small" label={t('table.clearSearch')} onClick={() => ask('', 0)}>
          <Icon name="close" small />
        </IconButton>
      ) : null}
    </div>
  );
});

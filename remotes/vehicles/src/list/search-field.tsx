import { Icon, useText } from '@outrider/sdk';
import { useLayoutEffect, useRef } from 'react';

interface SearchFieldProps {
  text: string;
  onText: (text: string) => void;
  /** The arrow down was pressed: on to the list. */
  onLeave: () => void;
}

/** Searches as one types; `/` anywhere on the page leads here. */
export function SearchField({ text, onText, onLeave }: SearchFieldProps) {
  const t = useText('vehicles');
  const input = useRef<HTMLInputElement>(null);

  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      const isTyping = target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName);
      if (event.key === '/' && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey) {
        event.preventDefault();
        input.current?.focus();
        input.current?.select();
      }
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);

  return (
    <div className="vlist-search">
      <label className="field ph">
        <Icon name="search" small />
        <span className="unseen">{t('list.search')}</span>
        <input
          ref={input}
          type="search"
          className="grow"
          placeholder={t('list.searchHint')}
          value={text}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => onText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && text !== '') {
              event.stopPropagation();
              onText('');
            } else if (event.key === 'ArrowDown') {
              event.preventDefault();
              onLeave();
            }
          }}
        />
        {text === '' ? <span className="kbd only-wide" aria-hidden="true">/</span> : null}
      </label>
    </div>
  );
}

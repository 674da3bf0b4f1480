import { Icon, useText, type Command } from '@outrider/sdk';
import { Dialog } from '@outrider/sdk/mui';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { useNavigate } from '@outrider/sdk/router';

import { useResults } from './use-results';

import './command-palette.css';

/** Jumps to any screen, vehicle or whatever else remotes find, and runs actions; all from the keyboard. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const t = useText('shell');
  const navigate = useNavigate();
  const id = useId();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<string>();
  const { groups, isSearching } = useResults(text);
  const all = groups.flatMap(({ commands }) => commands);
  const current = Math.max(0, all.findIndex((command) => command.id === chosen)); // what is found later moves it, but chooses nothing else
  const list = useRef<HTMLDivElement>(null);

  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView?.({ block: 'nearest' });
  }, [current]);

  const run = (command: Command | undefined) => {
    if (!command) {
      return;
    }
    onClose();
    command.run?.();
    if (command.path) {
      void navigate(command.path);
    }
  };

  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && all.length > 0) {
      event.preventDefault();
      setChosen(all[(current + step + all.length) % all.length]?.id);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      run(all[current]);
    }
  };

  return (
    <Dialog
      open
      onClose={onClose}
      slotProps={{
        paper: { className: 'palette', 'aria-label': t('palette.label'), 'aria-labelledby': undefined },
        container: { sx: { alignItems: 'flex-start' } },
      }}
    >
      <div className="palette-field">
        <Icon name="search" />
        <input
          role="combobox"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={all[current] ? `${id}-${current}` : undefined}
          aria-label={t('palette.label')}
          placeholder={t('bar.searchField')}
          value={text}
          // The palette is opened to type.
          // eslint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          onChange={(event) => {
            setText(event.target.value);
            setChosen(undefined);
          }}
          onKeyDown={press}
        />
        <span className="kbd">Esc</span>
      </div>
      <div className="palette-list" id={`${id}-list`} role="listbox" aria-label={t('palette.results')} ref={list}>
        {groups.map(({ title, commands }) => (
          <div key={title} role="group" aria-label={title}>
            <p className="palette-title" aria-hidden="true">
              {title}
            </p>
            {commands.map((command) => {
              const index = all.indexOf(command);
              return <Result key={command.id} id={`${id}-${index}`} command={command} isChosen={index === current} onChoose={() => run(command)} onPoint={() => setChosen(command.id)} />;
            })}
          </div>
        ))}
      </div>
      {all.length === 0 ? (
        <p className="palette-none" role="status">
          {isSearching ? t('palette.searching') : t('palette.none', { text })}
        </p>
      ) : null}
      <div className="hints palette-hints" aria-hidden="true">
        <span>
          <i className="kbd">↑</i>
          <i className="kbd">↓</i> {t('palette.choose')}
        </span>
        <span>
          <i className="kbd">↵</i> {t('palette.open')}
        </span>
      </div>
    </Dialog>
  );
}

interface ResultProps {
  id: string;
  command: Command;
  isChosen: boolean;
  onChoose: () => void;
  onPoint: () => void;
}

function Result({ id, command: { label, hint, icon }, isChosen, onChoose, onPoint }: ResultProps) {
  return (
    // The field keeps the focus and takes the keys, as a combobox does.
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events
    <div id={id} role="option" tabIndex={-1} aria-selected={isChosen} className={isChosen ? 'palette-result on' : 'palette-result'} onClick={onChoose} onMouseMove={onPoint}>
      <Icon name={icon ?? 'chevron-right'} />
      <span className="ell">{label}</span>
      {hint ? <small className="ell">{hint}</small> : null}
    </div>
  );
}

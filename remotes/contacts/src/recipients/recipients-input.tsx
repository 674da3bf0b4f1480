import { Button, Icon, IconButton, RemoveButton, shellInfo, useText, type Recipient, type RecipientsProps } from '@outrider/sdk';
import { useId, useState } from 'react';

import { keyOf, type Entry } from '../people/entry';
import { initials, shortName } from '../people/short-name';
import { PickerDialog } from './picker-dialog';
import { Suggestions, useSuggestions } from './suggestions';
import { useResolved } from './use-resolved';

import '../people/contacts.css';

const emailShape = /^[^\s@,;"]+@[^\s@,;"]+\.[^\s@,;"]+$/;

/** Recipients as chips; typing finds more, and the dialog shows all. Who is gone since is struck out. */
export function RecipientsInput({ label, value, onChange, disabled, error, max }: RecipientsProps) {
  const t = useText('contacts');
  const id = useId();
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const [isPicking, setPicking] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const resolved = useResolved(value);
  const people = [...resolved.values()].reduce((sum, one) => sum + one.people.length, 0);
  const taken = new Set(value.map(keyOf));
  const found = useSuggestions(text).filter((one) => !taken.has(keyOf(one)));
  const add = (some: readonly Pick<Entry, 'kind' | 'id' | 'name'>[]) => {
    onChange([...value, ...some.filter((one) => !taken.has(keyOf(one))).map(({ kind, id: one, name }): Recipient => ({ kind, id: one, name }))].slice(0, max));
    setText('');
    setAt(0);
  };
  const typed = text.trim();
  const take = () => {
    const one = found[at];
    if (one) add([one]);
    else if (emailShape.test(typed)) add([{ kind: 'address', id: typed, name: typed }]);
  };
  const ownId = shellInfo()?.session.user.id;
  const self = ownId && !taken.has(`user ${ownId}`) ? { kind: 'user' as const, id: ownId, name: shellInfo()?.session.user.email ?? '' } : undefined;
  const isShown = isOpen && typed !== '' && found.length > 0;
  return (
    <div className="ct-recipients">
      <div className="label">
        <label htmlFor={id}>{label}</label>
        <span className="t3" role="status">{value.length > 0 ? t('people', { count: people }) : ''}</span>
      </div>
      <div className={error ? 'ct-box wrong' : 'ct-box'}>
        {value.map((one) => {
          const known = resolved.get(keyOf(one));
          const name = known?.name || one.name || one.id;
          const isGone = known?.gone === true;
          return (
            <span key={keyOf(one)} className={isGone ? 'ct-chip gone' : 'ct-chip'} title={isGone ? t('gone') : undefined}>
              <span className={`ct-face ${one.kind}`} aria-hidden="true">{one.kind === 'list' ? <Icon name="users" small /> : initials(name)}</span>
              <span className="ell">{one.id === ownId ? t('you') : shortName(name)}</span>
              <RemoveButton disabled={disabled} label={t('unselectOf', { name })} onClick={() => onChange(value.filter((other) => keyOf(other) !== keyOf(one)))} />
            </span>
          );
        })}
        <input
          id={id}
          type="text"
          role="combobox"
          autoComplete="off"
          aria-expanded={isShown}
          aria-controls={`${id}-found`}
          aria-autocomplete="list"
          aria-invalid={error !== undefined}
          aria-describedby={`${id}-note`}
          {...(isShown ? { 'aria-activedescendant': `${id}-found-${at}` } : {})}
          disabled={disabled || value.length >= max}
          placeholder={value.length === 0 ? t('search') : ''}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setAt(0);
            setOpen(true);
          }}
          onBlur={() => {
            setOpen(false);
            if (emailShape.test(typed)) add([{ kind: 'address', id: typed, name: typed }]);
          }}
          onKeyDown={(event) => {
            if (event.key === 'ArrowDown') setAt(Math.min(at + 1, found.length - 1));
            else if (event.key === 'ArrowUp') setAt(Math.max(at - 1, 0));
            else if (event.key === 'Enter' && typed !== '') take();
            else if (event.key === 'Escape' && isShown) setOpen(false);
            else if (event.key === 'Backspace' && text === '' && value.length > 0) onChange(value.slice(0, -1));
            else return;
            event.preventDefault();
            event.stopPropagation();
          }}
        />
        {self ? (
          <Button variant="quiet" size="small" disabled={disabled || value.length >= max} onClick={() => add([self])}>{t('addMe')}</Button>
        ) : null}
        <IconButton size="small" disabled={disabled} label={t('pick')} onClick={() => setPicking(true)}>
          <Icon name="contacts" small />
        </IconButton>
      </div>
      {isShown ? <Suggestions id={`${id}-found`} label={label} found={found} at={at} onTake={(one) => add([one])} /> : null}
      <span id={`${id}-note`} className="ct-wrong" role="alert">{error}</span>
      {isPicking ? (
        <PickerDialog
          value={value}
          max={max}
          onClose={() => setPicking(false)}
          onSubmit={(entries) => {
            onChange(entries.map(({ kind, id: one, name }): Recipient => ({ kind, id: one, name })));
            setPicking(false);
          }}
        />
      ) : null}
    </div>
  );
}

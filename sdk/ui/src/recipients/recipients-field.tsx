import { useId, useMemo, useState } from 'react';

import { RemoveButton } from '../buttons';
import { useText } from '../i18n';
import { check, email } from '../inputs/rules';
import { contributionsTo, RemotePart, type Recipient, type RecipientsProps } from '../remote';

import './recipients.css';

export interface RecipientsFieldProps extends Omit<RecipientsProps, 'disabled' | 'max'> {
  disabled?: boolean;
  max?: number;
}

/**
 * Chooses whom a thing tells: users, contacts, distribution lists. The field itself is what a plugin contributes to the slot `recipients`; where none does, or the user may
 * not see contacts, addresses can be typed.
 */
export function RecipientsField({ label, value, onChange, disabled = false, error, max = 200 }: RecipientsFieldProps) {
  const props = useMemo<RecipientsProps>(() => ({ label, value, onChange, disabled, max, ...(error ? { error } : {}) }), [label, value, onChange, disabled, max, error]);
  const [part] = contributionsTo('recipients');
  return part ? <RemotePart address={{ remote: part.remote, module: part.module }} title={label} props={{ ...props }} /> : <Addresses {...props} />;
}

/** Recipients as chips, and addresses typed or pasted, separated by blanks, commas or semicolons. What is no address stays and says so. */
function Addresses({ label, value, onChange, disabled, error, max }: RecipientsProps) {
  const t = useText();
  const id = useId();
  const [text, setText] = useState('');
  const [wrong, setWrong] = useState<string>();
  const take = () => {
    const typed = text.split(/[\s,;]+/).filter(Boolean);
    const refused = typed.filter((one) => check(one, email) !== undefined);
    const have = new Set(value.map((one) => one.id.toLowerCase()));
    const fresh = typed.filter((one) => !refused.includes(one) && !have.has(one.toLowerCase()));
    if (fresh.length > 0) onChange([...value, ...fresh.map((one): Recipient => ({ kind: 'address', id: one, name: one }))].slice(0, max));
    setText(refused.join(' '));
    setWrong(refused.length > 0 ? t('form.email') : undefined);
  };
  const note = wrong ?? error;
  return (
    <div className="rcp">
      <label className="label" htmlFor={id}>{label}</label>
      <div className={note ? 'rcp-box wrong' : 'rcp-box'}>
        {value.map((one) => (
          <span key={`${one.kind} ${one.id}`} className="rcp-chip">
            <span className="ell">{one.name || one.id}</span>
            <RemoveButton disabled={disabled} label={t('recipients.remove', { name: one.name || one.id })} onClick={() => onChange(value.filter((other) => other !== one))} />
          </span>
        ))}
        <input
          id={id}
          type="text"
          inputMode="email"
          autoComplete="off"
          disabled={disabled || value.length >= max}
          aria-invalid={note !== undefined}
          {...(note ? { 'aria-describedby': `${id}-note` } : {})}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setWrong(undefined);
          }}
          onBlur={take}
          onKeyDown={(event) => {
            if ((event.key === 'Enter' || event.key === ',' || event.key === ';') && text.trim() !== '') {
              event.preventDefault();
              take();
            }
          }}
        />
      </div>
      {note ? <span id={`${id}-note`} className="rcp-note" role="alert">{note}</span> : null}
    </div>
  );
}

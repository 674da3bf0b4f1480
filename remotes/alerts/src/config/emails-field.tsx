import { check, contributionsTo, email, Icon, IconButton, RemotePart, RemoveButton, translate, useText, type RecipientPickerProps } from '@outrider/sdk';
import { useId, useMemo, useState } from 'react';

interface EmailsFieldProps {
  label: string;
  emails: readonly string[];
  /** Addresses to suggest. */
  known: readonly string[];
  disabled: boolean;
  onChange: (emails: string[]) => void;
}

/** Addresses as chips: typed or pasted, many at once, separated by blanks, commas or semicolons. What is no address stays and says so. */
export function EmailsField({ label, emails, known, disabled, onChange }: EmailsFieldProps) {
  const t = useText('alerts');
  const id = useId();
  const [text, setText] = useState('');
  const [wrong, setWrong] = useState<string>();
  const add = (typed: readonly string[]) => {
    const refused = typed.filter((one) => check(one, email) !== undefined);
    const fresh = typed.filter((one) => !refused.includes(one) && !emails.some((have) => have.toLowerCase() === one.toLowerCase()));
    if (fresh.length > 0) onChange([...emails, ...new Set(fresh)]);
    setText(refused.join(' '));
    setWrong(refused.length > 0 ? translate('form.email') : undefined);
  };
  const take = () => add(text.split(/[\s,;]+/).filter(Boolean));
  return (
    <span className="cfg-emails">
      <span className={wrong ? 'cfg-emails-box wrong' : 'cfg-emails-box'}>
        {emails.map((one) => (
          <span key={one} className="cfg-email">
            <span className="ell">{one}</span>
            <RemoveButton disabled={disabled} label={t('config.removeRecipient', { email: one })} onClick={() => onChange(emails.filter((other) => other !== one))} />
          </span>
        ))}
        <input
          type="text"
          inputMode="email"
          autoComplete="off"
          aria-label={label}
          aria-invalid={wrong !== undefined}
          {...(wrong ? { 'aria-describedby': `${id}-note` } : {})}
          list={`${id}-known`}
          placeholder={emails.length === 0 ? t('config.addRecipient') : ''}
          value={text}
          disabled={disabled}
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
            if (event.key === 'Backspace' && text === '' && emails.length > 0) onChange(emails.slice(0, -1));
          }}
        />
        <datalist id={`${id}-known`}>
          {known.filter((one) => !emails.includes(one)).map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
        <Pickers label={label} emails={emails} disabled={disabled} onPick={add} />
      </span>
      {wrong ? <span id={`${id}-note`} className="cfg-wrong" role="alert">{wrong}</span> : null}
    </span>
  );
}

/** Ways to choose people that other plugins bring, behind a button while there are any. */
function Pickers({ label, emails, disabled, onPick }: { label: string; emails: readonly string[]; disabled: boolean; onPick: (emails: readonly string[]) => void }) {
  const t = useText('alerts');
  const [isOpen, setOpen] = useState(false);
  const props = useMemo(() => ({ emails, onPick, close: () => setOpen(false) }) satisfies RecipientPickerProps, [emails, onPick]);
  const pickers = contributionsTo('recipient-picker');
  if (pickers.length === 0) {
    return null;
  }
  return (
    <>
      <IconButton size="small" disabled={disabled} label={t('config.pickRecipients', { name: label })} onClick={() => setOpen(true)}>
        <Icon name="contacts" small />
      </IconButton>
      {isOpen ? pickers.map(({ remote, module }) => <RemotePart key={`${remote} ${module}`} address={{ remote, module }} props={{ ...props }} />) : null}
    </>
  );
}

import { InputAdornment, OutlinedInput } from '@mui/material';
import { useState } from 'react';

import { IconButton } from '../buttons';
import { useText } from '../i18n';
import { Icon } from '../icons';
import { FieldFrame } from './field-frame';
import { passwordHints } from './password-hints';
import { useField, type FieldProps } from './use-field';

export interface PasswordProps extends FieldProps {
  /** `new` shows what a password needs, ticked off while it is typed. */
  purpose?: 'current' | 'new' | 'repeat';
}

/** A secret, hidden until the user shows it. */
export function Password(props: PasswordProps) {
  const { label, hint, required, className, purpose = 'current' } = props;
  const t = useText();
  const [isShown, setShown] = useState(false);
  const field = useField<string | null | undefined>(props);
  const text = field.value ?? '';
  return (
    <FieldFrame id={field.id} noteId={field.noteId} label={label} required={required} hint={hint} error={field.error} className={className}>
      <OutlinedInput
        id={field.id}
        type={isShown ? 'text' : 'password'}
        fullWidth
        error={Boolean(field.error)}
        disabled={field.isDisabled}
        value={text}
        inputRef={field.focusRef}
        onChange={(event) => field.change(event.target.value)}
        onBlur={field.blur}
        autoComplete={purpose === 'current' ? 'current-password' : 'new-password'}
        endAdornment={
          <InputAdornment position="end">
            <IconButton size="small" label={t('input.showPassword')} aria-pressed={isShown} disabled={field.isDisabled} onClick={() => setShown(!isShown)}>
              <Icon name={isShown ? 'eye-off' : 'eye'} small />
            </IconButton>
          </InputAdornment>
        }
        inputProps={{ ...field.aria, spellCheck: false, autoCapitalize: 'off' }}
      />
      {purpose === 'new' ? <Hints text={text} /> : null}
    </FieldFrame>
  );
}

function Hints({ text }: { text: string }) {
  const t = useText();
  return (
    <ul className="fld-hints" aria-label={t('input.passwordNeeds')}>
      {passwordHints(text).map(({ key, isMet }) => (
        <li key={key} className={isMet ? 'met' : undefined}>
          <Icon name={isMet ? 'check' : 'minus'} small />
          {t(`input.password.${key}`)}
          {isMet ? <span className="unseen">, {t('input.met')}</span> : null}
        </li>
      ))}
    </ul>
  );
}

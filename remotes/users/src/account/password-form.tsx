import { ApiError, Button, check, confirmed, minLength, newPassword, post, required, toast, tokens, useText, verifyPassword } from '@outrider/sdk';
import { useState, type FormEvent } from 'react';

import { TextField } from '../form/text-field';

/** The shortest password, in characters. */
const shortest = 8;
const empty = { previous: '', proposed: '', repeated: '' };

/** Changes the password; afterwards one signs in again. Fields say what is wrong once they were typed in. */
export function PasswordForm({ email }: { email: string }) {
  const t = useText('users');
  const [draft, setDraft] = useState(empty);
  const [failure, setFailure] = useState<string>();
  const [saving, setSaving] = useState(false);
  const problems = {
    previous: check(draft.previous, required),
    proposed: check(draft.proposed, required, minLength(shortest), verifyPassword, newPassword(draft.previous)),
    repeated: check(draft.repeated, required, confirmed(draft.proposed)),
  };
  const field = (name: keyof typeof empty, autoComplete: string) => ({
    label: t(`password.${name}`),
    type: 'password',
    autoComplete,
    value: draft[name],
    problem: draft[name] === '' ? undefined : problems[name],
    onChange: (value: string) => {
      setDraft({ ...draft, [name]: value });
      setFailure(undefined);
    },
  });

  const save = async (event: FormEvent) => {
    event.preventDefault();
    setSaving(true);
    try {
      await post('/auth/change-password', { previous_password: draft.previous, proposed_password: draft.proposed });
      toast(t('password.changed'));
      await tokens.signOut();
    } catch (error) {
      setFailure(reasonOf(error) ?? t('password.error'));
    } finally {
      setSaving(false);
    }
  };

  return (
    <form className="card my-section" aria-labelledby="password-title" noValidate onSubmit={(event) => void save(event)}>
      <h2 id="password-title">{t('password.title')}</h2>
      <p className="t2">{t('password.text')}</p>
      <input type="email" value={email} autoComplete="username" readOnly hidden />
      <div className="my-fields one">
        <TextField {...field('previous', 'current-password')} />
        <TextField {...field('proposed', 'new-password')} />
        <TextField {...field('repeated', 'new-password')} />
      </div>
      {failure ? (
        <div className="my-failure" role="alert">
          <b>{t('password.failed')}</b>
          <span>{failure}</span>
        </div>
      ) : null}
      <div className="my-actions">
        <Button type="submit" variant="primary" disabled={saving || Object.values(problems).some(Boolean)}>
          {t('password.change')}
        </Button>
      </div>
    </form>
  );
}

/** What the server has against the passwords, if it says so. */
function reasonOf(error: unknown): string | undefined {
  return error instanceof ApiError ? (error.errors[0]?.message ?? error.detail) : undefined;
}

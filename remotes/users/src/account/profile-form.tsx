import { ApiError, Button, check, required, setShellInfo, shellInfo, toast, useText } from '@outrider/sdk';
import { useState, type FormEvent } from 'react';

import { putProfile, type User } from '../api/user';
import { TextField } from '../form/text-field';

interface Draft {
  firstname: string;
  lastname: string;
  telephone: string;
  mobile: string;
}

/** Name and telephones; what was typed stays when it cannot be saved. */
export function ProfileForm({ user, onSaved }: { user: User; onSaved: () => void }) {
  const t = useText('users');
  const stored: Draft = { ...user.Profile, telephone: user.telephone, mobile: user.mobile };
  const [draft, setDraft] = useState(stored);
  const [refused, setRefused] = useState<Record<string, string>>({});
  const [saving, setSaving] = useState(false);
  const changed = (Object.keys(draft) as (keyof Draft)[]).some((name) => draft[name] !== stored[name]);
  const missing = { firstname: check(draft.firstname, required), lastname: check(draft.lastname, required) };
  const field = (name: keyof Draft, autoComplete: string) => ({
    label: t(`profile.${name}`),
    value: draft[name],
    autoComplete,
    maxLength: name === 'telephone' || name === 'mobile' ? 40 : 100,
    problem: (name === 'firstname' || name === 'lastname' ? missing[name] : undefined) ?? refused[name],
    onChange: (value: string) => {
      setDraft({ ...draft, [name]: value });
      setRefused({});
    },
  });

  const save = async (event: FormEvent) => {
    event.preventDefault();
    setSaving(true);
    try {
      const { firstname, lastname, telephone, mobile } = draft;
      const saved = await putProfile(user.id, { Profile: { firstname, lastname }, telephone, mobile });
      showName(saved);
      toast(t('profile.saved'));
      onSaved();
    } catch (error) {
      setRefused(fieldsOf(error));
      toast(t('profile.failed'), 'error');
    } finally {
      setSaving(false);
    }
  };

  return (
    <form className="card my-section" aria-labelledby="profile-title" noValidate onSubmit={(event) => void save(event)}>
      <h2 id="profile-title">{t('profile.title')}</h2>
      <div className="my-fields">
        <TextField {...field('firstname', 'given-name')} />
        <TextField {...field('lastname', 'family-name')} />
        <TextField {...field('telephone', 'tel')} type="tel" />
        <TextField {...field('mobile', 'tel')} type="tel" />
        <TextField label={t('profile.email')} value={user.email} />
        <TextField label={t('profile.group')} value={user.user_group} />
      </div>
      <div className="my-actions">
        <Button disabled={!changed || saving} onClick={() => setDraft(stored)}>
          {t('profile.reset')}
        </Button>
        <Button type="submit" variant="primary" disabled={!changed || saving || Object.values(missing).some(Boolean)}>
          {t('profile.save')}
        </Button>
      </div>
    </form>
  );
}

/** The frame shows the new name at once. */
function showName({ Profile }: User): void {
  const info = shellInfo();
  if (info) {
    setShellInfo({ ...info, session: { ...info.session, user: { ...info.session.user, Profile } } });
  }
}

/** What the server has against which field. */
function fieldsOf(error: unknown): Record<string, string> {
  const fields = error instanceof ApiError ? error.errors : [];
  return Object.fromEntries(fields.map(({ location, message }) => [location.split('.').at(-1) ?? '', message]));
}

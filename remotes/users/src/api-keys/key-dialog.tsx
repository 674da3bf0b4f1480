import { ApiError, Button, Failure, Loading, useSession, useText, type Translate, type TextKey } from '@outrider/sdk';
import { Modal } from '@outrider/sdk/modal';
import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';

import { makeApiKey } from '../api/api-keys';
import { getActions } from '../api/permissions';
import { TextField } from '../form/text-field';
import { GroupPick } from '../form/group-pick';
import { MadeKey } from './made-key';

/** For how many days a key can be made. */
const lives = [7, 30, 90, 365] as const;
const dayMs = 86_400_000;
/** What no key may, whoever makes it. */
const neverOfKeys = ['manageApiKeys', 'manageWebhooks', 'seePortalAs'];

interface KeyDialogProps {
  onClose: () => void;
  onMade: () => void;
}

/** Makes an API key: its name, how long it lives, what it sees and what it may. */
export function KeyDialog({ onClose, onMade }: KeyDialogProps) {
  const t = useText('users');
  const [made, setMade] = useState<string>();
  return (
    <Modal title={t(made ? 'apiKeys.madeTitle' : 'apiKeys.create')} width="sm" onClose={onClose}>
      {made ? (
        <MadeKey secret={made} onClose={onClose} />
      ) : (
        <KeyForm
          onClose={onClose}
          onMade={(key) => {
            setMade(key);
            onMade();
          }}
        />
      )}
    </Modal>
  );
}

function KeyForm({ onClose, onMade }: { onClose: () => void; onMade: (key: string) => void }) {
  const t = useText('users');
  const { Org: org } = useSession();
  const [name, setName] = useState('');
  const [days, setDays] = useState<number>(90);
  const [group, setGroup] = useState('');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [failure, setFailure] = useState<string>();
  const [isSending, setSending] = useState(false);

  const submitted = async (event: FormEvent) => {
    event.preventDefault();
    setSending(true);
    try {
      const expires_date = new Date(Date.now() + days * dayMs).toISOString();
      onMade(await makeApiKey(org.id, { name: name.trim(), permissions: [...chosen], expires_date, ...(group ? { group } : {}) }));
    } catch (error) {
      setFailure(reasonOf(error, t));
      setSending(false);
    }
  };

  return (
    <form className="api-keys-form" onSubmit={(event) => void submitted(event)}>
      <TextField label={t('apiKeys.name')} placeholder={t('apiKeys.example')} maxLength={80} value={name} onChange={setName} />
      <label className="label">
        {t('apiKeys.life')}
        <select value={days} onChange={({ target }) => setDays(Number(target.value))}>
          {lives.map((count) => (
            <option key={count} value={count}>
              {t('apiKeys.days', { count })}
            </option>
          ))}
        </select>
      </label>
      <GroupPick label={t('apiKeys.group')} none={t('apiKeys.allGroups')} value={group} withoutRoot onChange={setGroup} />
      <PermissionChoice chosen={chosen} onChange={setChosen} />
      {failure ? (
        <p className="text-field-problem" role="alert">
          {failure}
        </p>
      ) : null}
      <div className="api-keys-actions">
        <Button onClick={onClose}>
          {t('twoStep.cancel')}
        </Button>
        <Button type="submit" variant="primary" disabled={isSending || name.trim() === '' || chosen.size === 0}>
          {t('apiKeys.create')}
        </Button>
      </div>
    </form>
  );
}

function reasonOf(error: unknown, t: Translate<'users'>): string {
  if (!(error instanceof ApiError)) {
    return t('twoStep.failed');
  }
  return error.status === 409 ? t('apiKeys.tooMany') : error.message;
}

/** The permissions that one holds oneself, by area; a key can be given no others. */
function PermissionChoice({ chosen, onChange }: { chosen: ReadonlySet<string>; onChange: (chosen: ReadonlySet<string>) => void }) {
  const t = useText('users');
  const { permissions } = useSession();
  const { data, error, refetch } = useQuery({ queryKey: ['permission-actions'], queryFn: ({ signal }) => getActions(signal), staleTime: 60_000 });
  if (error) {
    return <Failure error={error} onRetry={() => void refetch()} />;
  }
  if (!data) {
    return <Loading rows={4} />;
  }
  const own = new Set(permissions.granted);
  const areas = data
    .map(({ area, actions }) => ({ area, actions: actions.filter(({ name }) => own.has(name) && !neverOfKeys.includes(name)) }))
    .filter(({ actions }) => actions.length > 0);
  const toggle = (name: string, on: boolean) => {
    const next = new Set(chosen);
    if (on) {
      next.add(name);
    } else {
      next.delete(name);
    }
    onChange(next);
  };
  return (
    <fieldset className="api-keys-permissions">
      <legend className="label">{t('apiKeys.permissionsOf', { count: chosen.size })}</legend>
      {areas.map(({ area, actions }) => (
        <div key={area} role="group" aria-label={t(`area.${area}` as TextKey<'users'>, { defaultValue: area })}>
          <b className="s12">{t(`area.${area}` as TextKey<'users'>, { defaultValue: area })}</b>
          {actions.map(({ name, description }) => (
            <label key={name} className="row">
              <input type="checkbox" checked={chosen.has(name)} onChange={({ target }) => toggle(name, target.checked)} />
              {description}
            </label>
          ))}
        </div>
      ))}
    </fieldset>
  );
}

import { ApiError, Button, toast, useText } from '@outrider/sdk';
import { Modal } from '@outrider/sdk/modal';
import { useState, type FormEvent } from 'react';

import { addPasskey } from '../api/passkeys';
import { TextField } from '../form/text-field';
import { useReason } from './use-reason';

interface PasskeyDialogProps {
  onClose: () => void;
  /** The passkey is there; with recovery codes if there were none before. */
  onDone: (codes: string[] | null) => void;
}

/** Makes a passkey: a name for it, and the password. */
export function PasskeyDialog({ onClose, onDone }: PasskeyDialogProps) {
  const t = useText('users');
  const reasonOf = useReason();
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [failure, setFailure] = useState<string>();
  const [isSending, setSending] = useState(false);

  const submitted = async (event: FormEvent) => {
    event.preventDefault();
    setSending(true);
    setFailure(undefined);
    try {
      const codes = await addPasskey(name.trim(), password);
      toast(t('passkey.added'));
      onDone(codes);
    } catch (error) {
      if (error instanceof ApiError && error.status === 503) {
        setFailure(t('passkey.noName'));
      } else {
        setFailure(error instanceof DOMException ? t('passkey.cancelled') : reasonOf(error, t('twoStep.wrongPassword')));
      }
      setSending(false);
    }
  };

  return (
    <Modal title={t('passkey.add')} width="xs" onClose={onClose}>
      <form className="my-dialog" onSubmit={(event) => void submitted(event)}>
        <p className="t2">{t('passkey.addText')}</p>
        <TextField label={t('passkey.name')} placeholder={t('passkey.example')} maxLength={60} value={name} onChange={setName} />
        <TextField label={t('twoStep.password')} type="password" autoComplete="current-password" value={password} onChange={setPassword} />
        {failure ? (
          <p className="text-field-problem" role="alert">
            {failure}
          </p>
        ) : null}
        <div className="my-actions">
          <Button onClick={onClose}>
            {t('twoStep.cancel')}
          </Button>
          <Button type="submit" variant="primary" disabled={isSending || password === '' || name.trim() === ''}>
            {t('passkey.create')}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

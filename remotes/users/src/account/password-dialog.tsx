import { Button, useText } from '@outrider/sdk';
import { Modal } from '@outrider/sdk/modal';
import { useState, type FormEvent } from 'react';

import { TextField } from '../form/text-field';
import { useReason } from './use-reason';

interface PasswordDialogProps {
  title: string;
  text: string;
  submit: string;
  send: (password: string) => Promise<void>;
  onClose: () => void;
}

/** Asks for the password again before something that protects the account is changed. */
export function PasswordDialog({ title, text, submit, send, onClose }: PasswordDialogProps) {
  const t = useText('users');
  const reasonOf = useReason();
  const [password, setPassword] = useState('');
  const [failure, setFailure] = useState<string>();
  const [isSending, setSending] = useState(false);

  const submitted = async (event: FormEvent) => {
    event.preventDefault();
    setSending(true);
    try {
      await send(password);
    } catch (error) {
      setFailure(reasonOf(error, t('twoStep.wrongPassword')));
      setSending(false);
    }
  };

  return (
    <Modal title={title} width="xs" onClose={onClose}>
      <form className="my-dialog" onSubmit={(event) => void submitted(event)}>
        <p className="t2">{text}</p>
        <TextField
          label={t('twoStep.password')}
          type="password"
          autoComplete="current-password"
          value={password}
          problem={failure}
          onChange={(typed) => {
            setPassword(typed);
            setFailure(undefined);
          }}
        />
        <div className="my-actions">
          <Button onClick={onClose}>
            {t('twoStep.cancel')}
          </Button>
          <Button type="submit" variant="primary" disabled={isSending || password === ''}>
            {submit}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

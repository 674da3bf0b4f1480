import { Button, toast, useText } from '@outrider/sdk';
import { Modal } from '@outrider/sdk/modal';
import { useState, type FormEvent } from 'react';

import { beginApp, confirmApp, type Enrolment } from '../api/two-step';
import { TextField } from '../form/text-field';
import { PasswordDialog } from './password-dialog';
import { useReason } from './use-reason';

interface AppDialogProps {
  onClose: () => void;
  /** The app is on; with recovery codes if there were none before. */
  onDone: (codes: string[] | null) => void;
}

/** Sets an authenticator app up: the password, the picture to scan, and its first code. */
export function AppDialog({ onClose, onDone }: AppDialogProps) {
  const t = useText('users');
  const [enrolment, setEnrolment] = useState<Enrolment>();
  if (!enrolment) {
    return (
      <PasswordDialog
        title={t('twoStep.appTitle')}
        text={t('twoStep.passwordText')}
        submit={t('twoStep.next')}
        send={async (password) => setEnrolment(await beginApp(password))}
        onClose={onClose}
      />
    );
  }
  return <ScanDialog enrolment={enrolment} onClose={onClose} onDone={onDone} />;
}

function ScanDialog({ enrolment: { secret, uri, qr }, onClose, onDone }: AppDialogProps & { enrolment: Enrolment }) {
  const t = useText('users');
  const reasonOf = useReason();
  const [code, setCode] = useState('');
  const [failure, setFailure] = useState<string>();
  const [isSending, setSending] = useState(false);

  const submitted = async (event: FormEvent) => {
    event.preventDefault();
    setSending(true);
    try {
      const codes = await confirmApp(code);
      toast(t('twoStep.onDone'));
      onDone(codes);
    } catch (error) {
      setFailure(reasonOf(error, t('twoStep.wrongCode')));
      setSending(false);
    }
  };

  return (
    <Modal title={t('twoStep.appTitle')} width="xs" onClose={onClose}>
      <form className="my-dialog" onSubmit={(event) => void submitted(event)}>
        <p className="t2">{t('twoStep.scan')}</p>
        <svg className="my-qr" viewBox={`0 0 ${qr.size} ${qr.size}`} role="img" aria-label={t('twoStep.picture')}>
          <path d={qr.path} />
        </svg>
        <p className="t2 s12">{t('twoStep.type')}</p>
        <code className="my-secret">{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
        <a className="s12" href={uri}>
          {t('twoStep.openApp')}
        </a>
        <TextField
          label={t('twoStep.code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          value={code}
          problem={failure}
          onChange={(typed) => {
            setCode(typed);
            setFailure(undefined);
          }}
        />
        <div className="my-actions">
          <Button onClick={onClose}>
            {t('twoStep.cancel')}
          </Button>
          <Button type="submit" variant="primary" disabled={isSending || code.trim() === ''}>
            {t('twoStep.turnOn')}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

import { Button, useText } from '@outrider/sdk';
import { Modal } from '@outrider/sdk/modal';
import { useState, type FormEvent } from 'react';

import { TextField } from '../form/text-field';

/** Names a passkey anew. */
export function NameDialog({ name, send, onClose }: { name: string; send: (name: string) => Promise<void>; onClose: () => void }) {
  const t = useText('users');
  const [typed, setTyped] = useState(name);
  const [failure, setFailure] = useState<string>();
  const submitted = (event: FormEvent) => {
    event.preventDefault();
    send(typed.trim()).catch(() => setFailure(t('twoStep.failed')));
  };
  return (
    <Modal title={t('passkey.rename')} width="xs" onClose={onClose}>
      <form className="my-dialog" onSubmit={submitted}>
        <TextField label={t('passkey.name')} maxLength={60} value={typed} problem={failure} onChange={setTyped} />
        <div className="my-actions">
          <Button onClick={onClose}>
            {t('twoStep.cancel')}
          </Button>
          <Button type="submit" variant="primary" disabled={typed.trim() === ''}>
            {t('twoStep.save')}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

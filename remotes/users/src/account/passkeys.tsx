import { Button, Icon, toast, useFormat, useText } from '@outrider/sdk';
import { useState } from 'react';

import { removePasskey, renamePasskey, type Passkey } from '../api/passkeys';
import { NameDialog } from './name-dialog';
import { PasskeyDialog } from './passkey-dialog';
import { PasswordDialog } from './password-dialog';

interface PasskeysProps {
  passkeys: Passkey[];
  /** Something has changed; with recovery codes if there were none before. */
  onChanged: (codes: string[] | null) => void;
}

type Open = { kind: 'add' } | { kind: 'rename' | 'remove'; passkey: Passkey };

/** One's passkeys: add, rename, remove. */
export function Passkeys({ passkeys, onChanged }: PasskeysProps) {
  const t = useText('users');
  const format = useFormat();
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const isKnown = typeof PublicKeyCredential !== 'undefined' && 'parseCreationOptionsFromJSON' in PublicKeyCredential && window.isSecureContext;
  const changed = (codes: string[] | null) => {
    close();
    onChanged(codes);
  };

  return (
    <>
      <ul className="my-sessions" aria-label={t('passkey.title')}>
        {passkeys.map((passkey) => (
          <li key={passkey.id} className="row">
            <Icon name="lock" small />
            <span className="grow ell">
              {passkey.name}
              <span className="t2"> · {passkey.last_used ? t('passkey.used', { date: format.dateTime(passkey.last_used) }) : t('passkey.unused')}</span>
            </span>
            <Button size="small" aria-label={t('passkey.renameOf', { name: passkey.name })} onClick={() => setOpen({ kind: 'rename', passkey })}>
              {t('passkey.rename')}
            </Button>
            <Button size="small" aria-label={t('passkey.removeOf', { name: passkey.name })} onClick={() => setOpen({ kind: 'remove', passkey })}>
              {t('passkey.remove')}
            </Button>
          </li>
        ))}
        <li className="row">
          <span className="grow t2">{isKnown ? t('passkey.text') : t('passkey.notHere')}</span>
          <Button size="small" disabled={!isKnown} onClick={() => setOpen({ kind: 'add' })}>
            {t('passkey.add')}
          </Button>
        </li>
      </ul>
      {open?.kind === 'add' ? <PasskeyDialog onClose={close} onDone={changed} /> : null}
      {open?.kind === 'rename' ? (
        <NameDialog
          name={open.passkey.name}
          onClose={close}
          send={async (name) => {
            await renamePasskey(open.passkey.id, name);
            changed(null);
          }}
        />
      ) : null}
      {open?.kind === 'remove' ? (
        <PasswordDialog
          title={t('passkey.removeTitle', { name: open.passkey.name })}
          text={t('passkey.removeText')}
          submit={t('passkey.remove')}
          onClose={close}
          send={async (password) => {
            await removePasskey(open.passkey.id, password);
            toast(t('passkey.removed'));
            changed(null);
          }}
        />
      ) : null}
    </>
  );
}

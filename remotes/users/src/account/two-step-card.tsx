import { Button, Failure, Loading, toast, useFormat, useText } from '@outrider/sdk';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { getOwnTwoStep, newRecoveryCodes, removeApp, type TwoStep } from '../api/two-step';
import { AppDialog } from './app-dialog';
import { Passkeys } from './passkeys';
import { PasswordDialog } from './password-dialog';
import { RecoveryDialog } from './recovery-dialog';

type Open = { kind: 'app' | 'off' | 'recovery' } | { kind: 'codes'; codes: string[] };

/** Signing in with more than a password: an authenticator app, passkeys and recovery codes. */
export function TwoStepCard() {
  const t = useText('users');
  const { data, error, refetch } = useQuery({ queryKey: ['two-step'], queryFn: ({ signal }) => getOwnTwoStep(signal), staleTime: 0 });
  const [open, setOpen] = useState<Open>();
  const show = (codes: string[] | null) => {
    setOpen(codes ? { kind: 'codes', codes } : undefined);
    void refetch();
  };

  return (
    <section className="card my-section" aria-labelledby="two-step-title">
      <h2 id="two-step-title">{t('twoStep.title')}</h2>
      <p className="t2">{t('twoStep.text')}</p>
      {error ? <Failure error={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <Loading rows={2} /> : null}
      {data ? <Ways state={data} onOpen={(kind) => setOpen({ kind })} /> : null}
      {data ? <Passkeys passkeys={data.passkeys} onChanged={show} /> : null}
      {open?.kind === 'app' ? <AppDialog onClose={() => setOpen(undefined)} onDone={show} /> : null}
      {open?.kind === 'off' ? (
        <PasswordDialog
          title={t('twoStep.offTitle')}
          text={t('twoStep.offText')}
          submit={t('twoStep.off')}
          onClose={() => setOpen(undefined)}
          send={async (password) => {
            await removeApp(password);
            toast(t('twoStep.offDone'));
            show(null);
          }}
        />
      ) : null}
      {open?.kind === 'recovery' ? (
        <PasswordDialog
          title={t('twoStep.newCodes')}
          text={t('twoStep.newCodesText')}
          submit={t('twoStep.newCodes')}
          onClose={() => setOpen(undefined)}
          send={async (password) => show(await newRecoveryCodes(password))}
        />
      ) : null}
      {open?.kind === 'codes' ? <RecoveryDialog codes={open.codes} onClose={() => setOpen(undefined)} /> : null}
    </section>
  );
}

function Ways({ state, onOpen }: { state: TwoStep; onOpen: (kind: 'app' | 'off' | 'recovery') => void }) {
  const t = useText('users');
  const format = useFormat();
  const isOn = state.app || state.passkeys.length > 0;
  return (
    <>
      {state.required ? <p className="t2 s12">{t('twoStep.required')}</p> : null}
      <ul className="my-sessions">
        <li className="row">
          <span className="grow">
            {t('twoStep.app')}
            <span className="t2"> · {state.app_since ? t('twoStep.since', { date: format.dateTime(state.app_since) }) : t('twoStep.isOff')}</span>
          </span>
          <Button size="small" onClick={() => onOpen(state.app ? 'off' : 'app')}>
            {state.app ? t('twoStep.off') : t('twoStep.setUp')}
          </Button>
        </li>
        {isOn ? (
          <li className="row">
            <span className="grow">
              {t('twoStep.recovery')}
              <span className="t2"> · {t('twoStep.left', { count: state.recovery_codes })}</span>
            </span>
            <Button size="small" onClick={() => onOpen('recovery')}>
              {t('twoStep.newCodes')}
            </Button>
          </li>
        ) : null}
      </ul>
    </>
  );
}

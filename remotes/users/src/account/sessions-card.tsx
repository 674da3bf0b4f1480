import { Button, confirm, Failure, Icon, Loading, toast, tokens, useFormat, useSession, useText } from '@outrider/sdk';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { endOtherSessions, endSession, getSessions } from '../api/sessions';
import { deviceOf } from './device-of';

/** Where one is signed in, with the way to end one session, or all of them: for who has lost a phone, or left a browser signed in somewhere. */
export function SessionsCard() {
  const t = useText('users');
  const [leaving, setLeaving] = useState(false);

  const leave = async () => {
    const sure = await confirm({ title: t('sessions.title'), text: t('sessions.sure'), confirm: t('sessions.end') });
    if (!sure) {
      return;
    }
    setLeaving(true);
    try {
      await tokens.signOutEverywhere();
    } catch {
      toast(t('sessions.failed'), 'error');
    } finally {
      setLeaving(false);
    }
  };

  return (
    <section className="card my-section" aria-labelledby="sessions-title">
      <h2 id="sessions-title">{t('sessions.title')}</h2>
      <OpenSessions />
      <p className="t2">{t('sessions.text')}</p>
      <div className="my-actions">
        <Button disabled={leaving} onClick={() => void leave()}>
          {t('sessions.end')}
        </Button>
      </div>
    </section>
  );
}

/** One's sessions: which browser, where and when; each but the own can be ended. */
function OpenSessions() {
  const t = useText('users');
  const format = useFormat();
  const { user } = useSession();
  const { data, error, refetch } = useQuery({ queryKey: ['sessions', user.id], queryFn: ({ signal }) => getSessions(user.id, signal), staleTime: 0 });
  if (error) {
    return <Failure error={error} onRetry={() => void refetch()} />;
  }
  if (!data) {
    return <Loading rows={2} />;
  }
  const countries = new Intl.DisplayNames([format.settings.locale], { type: 'region' });
  const end = async (deed: () => Promise<void>, done: string) => {
    await deed().then(
      () => toast(done),
      () => toast(t('password.error'), 'error'),
    );
    await refetch();
  };
  return (
    <>
      <ul className="my-sessions" aria-label={t('sessions.list')}>
        {data.map(({ id, user_agent, address, country, last_seen, current }) => (
          <li key={id} className="row">
            <Icon name={/iPhone|Android|iPad/.test(user_agent) ? 'phone' : 'system'} small />
            <span className="grow ell" title={user_agent}>
              {deviceOf(user_agent) || t('sessions.unknown')}
              <span className="t2 session-dot"> · </span>
              <span className="t2 session-place">
                {country ? `${countries.of(country) ?? country} · ` : ''}
                {address}
              </span>
            </span>
            <span className="t2 num s12">{current ? t('sessions.current') : format.dateTime(last_seen)}</span>
            {current ? null : (
              <Button size="small" onClick={() => void end(() => endSession(user.id, id), t('sessions.ended'))}>
                {t('sessions.endOne')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {data.length > 1 ? (
        <div className="my-actions">
          <Button onClick={() => void end(() => endOtherSessions(user.id), t('sessions.othersEnded'))}>
            {t('sessions.endOthers')}
          </Button>
        </div>
      ) : null}
      {data.some(({ country }) => country) ? (
        <p className="t2 s12">
          {t('sessions.countries')}{' '}
          <a href="https://lite.ip2location.com" target="_blank" rel="noreferrer">
            IP2Location LITE
          </a>
        </p>
      ) : null}
    </>
  );
}

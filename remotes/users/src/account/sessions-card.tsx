import { confirm, toast, tokens, useText } from '@outrider/sdk';
import { useState } from 'react';

/** Ends all of one's sessions: for who has lost a phone, or left a browser signed in somewhere. */
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
      <p className="t2">{t('sessions.text')}</p>
      <div className="my-actions">
        <button type="button" className="btn" disabled={leaving} onClick={() => void leave()}>
          {t('sessions.end')}
        </button>
      </div>
    </section>
  );
}

import { Button, Icon, useSession, useText } from '@outrider/sdk';
import { useState } from 'react';

import { takeData } from '../management/take-data';

/** Everything that is kept of oneself, as a file. */
export function OwnDataCard() {
  const t = useText('users');
  const { user } = useSession();
  const [busy, setBusy] = useState(false);
  return (
    <section className="card my-section" aria-label={t('erase.own')}>
      <h2>{t('erase.own')}</h2>
      <p className="t2">{t('erase.ownText')}</p>
      <div className="my-actions">
        <Button disabled={busy} aria-busy={busy} onClick={() => { setBusy(true); void takeData(user.id).finally(() => setBusy(false)); }}>
          <Icon name="download" small />
          {t('erase.take')}
        </Button>
      </div>
    </section>
  );
}

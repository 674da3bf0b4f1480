import { Loading, useText } from '@outrider/sdk';

import './starting-page.css';

/** The place of a page whose plugin may be on its first start: it opens by itself, at the address that was asked for. */
export function StartingPage() {
  const t = useText('shell');
  return (
    <div className="starting">
      <p className="starting-note" role="status">
        <b>{t('page.startingTitle')}</b> {t('page.starting')}
      </p>
      <Loading rows={6} />
    </div>
  );
}

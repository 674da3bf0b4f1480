import { AppTheme, BrandMark, Button, confirm, FeedbackHost, Icon, kindOf, useText } from '@outrider/sdk';
import { useEffect } from 'react';

import './start-failure.css';

/** The whole page, when what the shell starts with cannot be had. */
export function StartFailure({ error }: { error: unknown }) {
  const t = useText('shell');
  const incomplete = kindOf(error) === 'unexpected';
  useEffect(() => {
    if (incomplete) {
      void confirm({ title: t('start.incomplete'), confirm: t('start.refresh') }).then((yes) => yes && location.reload());
    }
  }, [incomplete, t]);
  return (
    <AppTheme>
      <main className="start-failure">
        <BrandMark size={40} />
        <h1>{t('start.sorry')}</h1>
        <p>{t('start.technical')}</p>
        <Button variant="primary" onClick={() => location.reload()}>
          <Icon name="refresh" small />
          {t('start.retry')}
        </Button>
      </main>
      <FeedbackHost />
    </AppTheme>
  );
}

import { useEffect } from 'react';

import { Button } from '../buttons';
import { useText } from '../i18n';
import { Icon } from '../icons';
import { StateView } from '../states';

/** A remote that failed says so in its own place; one that could not be fetched without a network is asked for again when there is one. */
export function RemoteFailure({ title, onRetry }: { title?: string; onRetry: () => void }) {
  const t = useText();
  const isCut = !navigator.onLine;
  useEffect(() => {
    if (!isCut) return undefined;
    window.addEventListener('online', onRetry);
    return () => window.removeEventListener('online', onRetry);
  }, [isCut, onRetry]);
  return (
    <StateView
      icon={isCut ? 'offline' : 'plug'}
      role="alert"
      title={title ? t('remote.failedNamed', { title }) : t('remote.failed')}
      action={
        <Button onClick={onRetry}>
          <Icon name="refresh" small />
          {t('state.retry')}
        </Button>
      }
    >
      {t(isCut ? 'state.offline' : 'remote.failedText')}
    </StateView>
  );
}

import { Loading, RemoteFailure, useText } from '@outrider/sdk';
import { useEffect, useState, type ComponentType } from 'react';

import { reloadOnce } from '../remotes/reload-once';
import { settingsPath } from '../remotes/routes';

/** The place of the settings, whose code comes when they are opened. */
export function SettingsPlace() {
  const t = useText('shell');
  const [Page, setPage] = useState<ComponentType>();
  const [attempt, setAttempt] = useState(0);
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    let left = false;
    setFailed(false);
    import('./settings-page').then(
      ({ SettingsPage }) => left || setPage(() => SettingsPage),
      async (error: unknown) => {
        console.error('settings', error);
        await reloadOnce(settingsPath);
        if (!left) {
          setFailed(true);
        }
      },
    );
    return () => {
      left = true;
    };
  }, [attempt]);

  if (Page) {
    return <Page />;
  }
  return failed ? <RemoteFailure title={t('settings.title')} onRetry={() => setAttempt(attempt + 1)} /> : <Loading rows={6} />;
}

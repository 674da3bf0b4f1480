import { linkTo, usePermission, useText } from '@outrider/sdk';
import { useQuery } from '@tanstack/react-query';

import { getSettings, settingsKey } from '../api/settings';
import { nearlyFull, StorageUse } from '../storage/storage-use';

const settingsPath = '/account-settings';

/** How much of the organisation's storage is used, and the way to its settings for who may change them; nothing until that is known. */
export function StorageMeter() {
  const t = useText('footage');
  const mayChange = usePermission('updateOrg');
  const settings = useQuery({ queryKey: settingsKey, queryFn: ({ signal }) => getSettings(signal), retry: false, refetchInterval: 60_000 });
  if (!settings.data) {
    return null;
  }
  const { quota_bytes: quota, used_bytes: used } = settings.data;
  const className = quota > 0 && used / quota >= nearlyFull ? 'files-storage s12 full' : 'files-storage s12';
  const use = <StorageUse settings={settings.data} />;
  if (!mayChange) {
    return <span className={className}>{use}</span>;
  }
  return (
    <a className={className} {...linkTo(settingsPath)} title={t('storage.open')}>{use}</a>
  );
}

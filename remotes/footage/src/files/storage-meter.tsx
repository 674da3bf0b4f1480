import { useFormat, useText } from '@outrider/sdk';
import { useQuery } from '@tanstack/react-query';

import { getStorage } from '../api/media';
import { sizeText } from './columns';

/** From which share on the meter warns. */
const nearlyFull = 0.9;

/** How much of the organisation's storage is used; nothing until that is known. */
export function StorageMeter() {
  const t = useText('footage');
  const format = useFormat();
  const storage = useQuery({ queryKey: ['footage-storage'], queryFn: ({ signal }) => getStorage(signal), retry: false, refetchInterval: 60_000 });
  if (!storage.data) {
    return null;
  }
  const { quota_bytes: quota, used_bytes: used } = storage.data;
  const number = format.number.bind(format);
  const text = quota > 0 ? t('files.usedOf', { used: sizeText(used, number), quota: sizeText(quota, number) }) : t('files.used', { used: sizeText(used, number) });
  return (
    <span className={quota > 0 && used / quota >= nearlyFull ? 'files-storage full' : 'files-storage'}>
      {quota > 0 ? <meter min={0} max={quota} value={used} high={quota * nearlyFull} aria-label={t('files.storage')} /> : null}
      <span className="num s12">{text}</span>
    </span>
  );
}

import { useFormat, useText } from '@outrider/sdk';

import type { FootageSettings } from '../api/settings';
import { sizeText } from '../size-text';

/** From which share on the bar warns. */
export const nearlyFull = 0.9;

/** How much of the organisation's storage is used: a bar where there is a quota, and words. */
export function StorageUse({ settings: { quota_bytes: quota, used_bytes: used } }: { settings: FootageSettings }) {
  const t = useText('footage');
  const format = useFormat();
  const size = (bytes: number) => sizeText(bytes, format.settings.locale);
  return (
    <>
      {quota > 0 ? <meter min={0} max={quota} value={used} high={quota * nearlyFull} aria-label={t('files.storage')} /> : null}
      <span className="num">{quota > 0 ? t('files.usedOf', { used: size(used), quota: size(quota) }) : t('files.used', { used: size(used) })}</span>
    </>
  );
}

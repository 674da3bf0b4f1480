import { Chip, Icon, useText } from '@outrider/sdk';

import { useNewerRelease } from '../release/release';

/** A newer version is there; it comes when the user likes. */
export function NewRelease() {
  const t = useText('shell');
  if (!useNewerRelease()) {
    return null;
  }
  return (
    <Chip className="new-release" onClick={() => location.reload()}>
      <Icon name="refresh" small />
      <span className="grow">{t('bar.updated')}</span>
    </Chip>
  );
}

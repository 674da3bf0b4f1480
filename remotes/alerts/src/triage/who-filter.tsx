import { Chip, Icon, useText } from '@outrider/sdk';
import { lazy, Suspense, useState } from 'react';

import type { Kind } from '../api/alert';
import type { View } from './view';

const WhoDialog = lazy(async () => ({ default: (await import('./who-dialog')).WhoDialog }));

/** A chip that opens the choice of groups, drivers and vehicles whose alerts are shown. */
export function WhoFilter({ kind, view, go }: { kind: Kind; view: View; go: (change: Partial<View>) => void }) {
  const t = useText('alerts');
  const [isOpen, setOpen] = useState(false);
  const chosen = view.groups.length + view.drivers.length + (kind === 'speeding' ? 0 : view.vehicles.length);
  return (
    <>
      <Chip isOn={chosen > 0} aria-haspopup="dialog" aria-expanded={isOpen} onClick={() => setOpen(true)}>
        <Icon name="truck" small />
        {t('filter.who')}
        {chosen > 0 ? <b>{chosen}</b> : null}
        <Icon name="chevron-down" small />
      </Chip>
      {isOpen ? (
        <Suspense>
          <WhoDialog kind={kind} view={view} go={go} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

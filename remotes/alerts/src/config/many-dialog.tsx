import { Button, toast, useText, type VehicleBulkActionProps } from '@outrider/sdk';
import { Modal } from '@outrider/sdk/modal';
import { useState } from 'react';

import { applyToMany, type ManyChanges } from './apply-to-many';
import { ManyFields } from './many-fields';

import './config.css';

/** Configures alerts of several vehicles at once: only what is chosen here changes. */
export function ManyDialog({ vehicles, close }: VehicleBulkActionProps) {
  const t = useText('alerts');
  const [changes, setChanges] = useState<ManyChanges>({ upload: {}, enabled: {}, lists: [], how: 'add' });
  const [isBusy, setBusy] = useState(false);
  const count = vehicles.length;
  const isEmpty = Object.keys(changes.upload).length === 0 && Object.keys(changes.enabled).length === 0 && changes.lists.length === 0;
  const apply = async () => {
    setBusy(true);
    const failed = await applyToMany(vehicles, changes);
    setBusy(false);
    toast(failed === 0 ? t('config.manyDone', { count }) : t('config.manyFailed', { count: failed }), failed === 0 ? undefined : 'error');
    if (failed === 0) close();
  };
  return (
    <Modal title={t('config.many', { count })} hint={`${vehicles.slice(0, 5).map(({ name }) => name).join(', ')}${count > 5 ? ' …' : ''}`} onClose={close}>
      <ManyFields changes={changes} disabled={isBusy} onChange={setChanges} />
      <footer className="cfg-foot">
        <Button onClick={close}>
          {t('config.cancel')}
        </Button>
        <Button variant="primary" disabled={isBusy || isEmpty} onClick={() => void apply()}>
          {t('config.apply', { count })}
        </Button>
      </footer>
    </Modal>
  );
}


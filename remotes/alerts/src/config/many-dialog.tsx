import { Icon, toast, useText, type VehicleBulkActionProps } from '@outrider/sdk';
import { Dialog, useMediaQuery } from '@outrider/sdk/mui';
import { useId, useState } from 'react';

import { applyToMany, type ManyChanges } from './apply-to-many';
import { ManyFields } from './many-fields';

import './config.css';

/** Configures alerts of several vehicles at once: only what is chosen here changes. */
export function ManyDialog({ vehicles, close }: VehicleBulkActionProps) {
  const t = useText('alerts');
  const tSdk = useText();
  const titleId = useId();
  const isNarrow = useMediaQuery('(max-width: 990px)');
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
    <Dialog open onClose={close} maxWidth="sm" fullWidth fullScreen={isNarrow} aria-labelledby={titleId}>
      <header className="cfg-modal-head">
        <div className="grow">
          <h2 id={titleId}>{t('config.many', { count })}</h2>
          <p className="s12 t2 ell">{vehicles.slice(0, 5).map(({ name }) => name).join(', ')}{count > 5 ? ' …' : ''}</p>
        </div>
        <button type="button" className="ib" aria-label={tSdk('action.close')} title={tSdk('action.close')} onClick={close}>
          <Icon name="close" />
        </button>
      </header>
      <div className="cfg-modal-body">
        <ManyFields changes={changes} disabled={isBusy} onChange={setChanges} />
        <footer className="cfg-foot">
          <button type="button" className="btn" onClick={close}>
            {t('config.cancel')}
          </button>
          <button type="button" className="btn primary" disabled={isBusy || isEmpty} onClick={() => void apply()}>
            {t('config.apply', { count })}
          </button>
        </footer>
      </div>
    </Dialog>
  );
}


import { Button, Icon, useFormat, useText } from '@outrider/sdk';

import type { Judged } from '../api/imports';
import { fieldName, saveKeys } from './files';
import { useUndo } from './use-undo';

interface TakenProps {
  taken: Judged;
  onClose: () => void;
  onChanged: () => void;
}

/** What was taken, with the keys of the new devices, which are there this once, and the way back. */
export function Taken({ taken: { import_id: id, good, wrong, keys = [] }, onClose, onChanged }: TakenProps) {
  const t = useText('vehicle-import');
  const tVehicles = useText('vehicles');
  const format = useFormat();
  const heads = { device_id: fieldName(tVehicles, 'device_id'), key: t('key'), vehicle_name: tVehicles('field.vehicle') };
  const undo = useUndo(() => {
    onChanged();
    onClose();
  });
  return (
    <>
      <p role="status">{[t('done', { count: good }), ...(wrong > 0 ? [t('wrong', { count: wrong })] : [])].join(' · ')}</p>
      {keys.length > 0 ? (
        <div className="veh-import-keys">
          <p>{t('keysOnce', { count: keys.length })}</p>
          <Button onClick={() => saveKeys(heads, keys, { format, words: { yes: '', no: '' } })}>
            <Icon name="download" small />
            {t('saveKeys')}
          </Button>
        </div>
      ) : null}
      <div className="veh-import-foot">
        {id ? (
          <Button disabled={undo.isPending} onClick={() => void undo.ask({ id, vehicles: good })}>
            {t('undo')}
          </Button>
        ) : null}
        <Button variant="primary" onClick={onClose}>
          {t('close')}
        </Button>
      </div>
    </>
  );
}

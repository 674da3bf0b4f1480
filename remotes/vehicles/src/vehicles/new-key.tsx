import { Button, Icon, toast, useText } from '@outrider/sdk';
import { Modal } from '@outrider/sdk/modal';

import type { Device } from '../api/devices';

/** A device's key, which is shown this once. */
export function NewKey({ device: { device_id, key = '' }, onClose }: { device: Device; onClose: () => void }) {
  const t = useText('vehicles');
  const copy = () =>
    navigator.clipboard.writeText(key).then(
      () => toast(t('device.keyCopied')),
      () => toast(t('map.notCopied'), 'error'),
    );
  return (
    <Modal title={t('device.keyTitle', { id: device_id })} hint={t('device.keyOnce')} width="sm" onClose={onClose}>
      <div className="veh-key">
        <code className="mono grow">{key}</code>
        <Button onClick={() => void copy()}>
          <Icon name="files" small />
          {t('device.copyKey')}
        </Button>
      </div>
      <div className="form-actions">
        <Button variant="primary" onClick={onClose}>
          {t('device.keyKept')}
        </Button>
      </div>
    </Modal>
  );
}

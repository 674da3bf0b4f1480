import { Icon, useText, type IconName } from '@outrider/sdk';

import type { DeviceSettings } from './api';

const icons: Record<DeviceSettings['state'], IconName> = { default: 'info', waiting: 'clock', sent: 'clock', done: 'check', failed: 'warning' };

/** How far a device is with what was chosen for it. */
export function UploadState({ settings: { device_id, state, problem } }: { settings: DeviceSettings }) {
  const t = useText('alerts');
  return (
    <p className={`cfg-state ${state}`} role="status">
      <Icon name={icons[state]} small />
      <b>{device_id}</b>
      <span>{t(`config.state.${state}`, { problem })}</span>
    </p>
  );
}

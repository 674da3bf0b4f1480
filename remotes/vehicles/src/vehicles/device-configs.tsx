import { useShellInfo, useText, type Translate } from '@outrider/sdk';

import type { DeviceConfig } from '../api/devices';
import { supportRoles } from './support-roles';

/** What a device uploads of each kind of alert by itself: a row a kind, as it told. */
export function DeviceConfigs({ configs }: { configs: Record<string, DeviceConfig> }) {
  const t = useText('vehicles');
  const isAdminUser = supportRoles.has(useShellInfo().session.user.Role.name);
  const rows = Object.entries(configs).sort(([a], [b]) => a.localeCompare(b, undefined, { numeric: true }));
  if (rows.length === 0) {
    return null;
  }
  return (
    <details className="veh-configs">
      <summary>{t('config.title')}</summary>
      <div className="veh-configs-scroll">
        <table>
          <thead>
            <tr>
              <th scope="col">{t('config.alert')}</th>
              <th scope="col">{t('config.imu')}</th>
              <th scope="col">{t('config.tracking')}</th>
              <th scope="col">{t('config.snaps')}</th>
              <th scope="col">{t('config.video')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(([key, { data, media }]) => (
              <tr key={key}>
                <th scope="row">{nameOf(key, t)}</th>
                <Mark on={data?.imu?.enabled} />
                <Mark on={data?.tracking?.enabled} />
                <Mark on={media?.snaps?.enabled} />
                <Mark on={media?.video?.enabled} />
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {isAdminUser ? <pre className="mono veh-raw" aria-label={t('config.raw')}>{JSON.stringify(configs, null, 2)}</pre> : null}
    </details>
  );
}

function nameOf(key: string, t: Translate<'vehicles'>): string {
  if (key === 'imu') return t('config.ofImu');
  const [kind, pin] = key.split('|');
  if (kind !== 'io') return key;
  return pin === '*' ? t('config.ofAllInputs') : t('config.ofInput', { pin });
}

function Mark({ on }: { on: boolean | undefined }) {
  const t = useText('vehicles');
  return <td className={on ? 'good' : 't3'}>{on === undefined ? '–' : t(on ? 'device.on' : 'device.off')}</td>;
}

import { Icon, labelled, useText } from '@outrider/sdk';

import { files, type ChosenConfig, type DeviceSettings, type FileKind, type UploadConfig } from './api';
import { Channels } from './channels';
import { inputs } from './kinds';
import { Toggle } from './toggle';

interface UploadTableProps {
  settings: DeviceSettings;
  /** What an input is called. */
  nameOf: (pin: number) => string;
  /** The key of the setting that is being saved. */
  busy: string | undefined;
  disabled: boolean;
  why: string | undefined;
  onChange: (chosen: ChosenConfig) => void;
}

/** A row a kind of alert, a column a kind of file; inputs without a choice of their own follow the row of all inputs. */
export function UploadTable({ settings, nameOf, busy, disabled, why, onChange }: UploadTableProps) {
  const t = useText('alerts');
  const byKey = new Map(settings.configs.map((one) => [one.key, one]));
  const rows = [
    { key: 'imu', label: t('config.ofDriving'), pin: [] as number[] },
    { key: 'io|*', label: t('config.ofAllInputs'), pin: [] as number[] },
    ...inputs.map((pin) => ({ key: `io|${pin}`, label: nameOf(pin), pin: [pin] as number[] })),
  ];
  return (
    <div className="cfg-table-scroll">
      <table className="cfg-table">
        <thead>
          <tr>
            <th scope="col">{t('config.alert')}</th>
            {files.map((file) => (
              <th key={file} scope="col">{t(`config.file.${file}`)}</th>
            ))}
            <th scope="col">{t('config.channels')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, label, pin }) => {
            const own = byKey.get(key);
            const shown = own ?? byKey.get('io|*');
            if (!shown) return null;
            const choose = (change: Partial<ChosenConfig>) => onChange({ ...chosenOf(shown), pin, ...change });
            return (
              <tr key={key} className={own ? undefined : 'cfg-follows'} aria-busy={busy === key}>
                <th scope="row">
                  {own?.disabled_by_system ? <Icon name="warning" small /> : null} {label}
                </th>
                {files.map((file) => (
                  <td key={file}>
                    <Toggle label={labelled(label, t(`config.file.${file}`))} on={shown[file]} disabled={disabled} why={why} onChange={(on) => choose({ [file]: on } as Record<FileKind, boolean>)} />
                  </td>
                ))}
                <td>
                  <Channels label={label} all={settings.channels} chosen={shown.video_channels ?? ['*']} disabled={disabled || !shown.video} onChange={(video_channels) => choose({ video_channels })} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/** A setting as it is sent. */
function chosenOf({ attribute, pin, snaps, video, tracking, imu, video_channels }: UploadConfig): ChosenConfig {
  return { attribute, pin: pin ?? [], snaps, video, tracking, imu, video_channels: video_channels ?? ['*'] };
}

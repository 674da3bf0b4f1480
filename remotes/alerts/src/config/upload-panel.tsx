import { ApiError, Button, Failure, Icon, Loading, StateView, toast, useFormat, usePermission, useText } from '@outrider/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { inputName } from '../alert/input-name';
import { chooseUpload, isUnreadable, readSettings, type ChosenConfig, type DeviceSettings, type VehicleConfig } from './api';
import { UploadState } from './upload-state';
import { UploadTable } from './upload-table';

interface UploadPanelProps {
  config: VehicleConfig;
  /** The vehicle's default device. */
  deviceId: string;
  isAdminUser: boolean;
}

/** While a device has not confirmed its settings they are looked at this often, in milliseconds. */
const waitingMs = 5_000;

/** What a vehicle's device uploads with an alert by itself. */
export function UploadPanel({ config, deviceId, isAdminUser }: UploadPanelProps) {
  const t = useText('alerts');
  const client = useQueryClient();
  const key = ['alerts', 'upload', deviceId];
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await readSettings([deviceId], signal))[0],
    refetchInterval: (query) => (query.state.data && ['waiting', 'sent'].includes(query.state.data.state) ? waitingMs : false),
  });
  const may = usePermission('editAlertUploadSettings');
  const [asked, setAsked] = useState<string>();
  const { mutate, isPending } = useMutation({
    mutationFn: (chosen: ChosenConfig) => chooseUpload([deviceId], [chosen]),
    onMutate: (chosen) => setAsked(keyOf(chosen)),
    onSuccess: ([saved]) => client.setQueryData(key, saved),
    onError: (failed) => toast(isUnreadable(failed) ? t('config.unreadable') : failed instanceof ApiError ? failed.message : t('config.failed'), 'error'),
    onSettled: () => setAsked(undefined),
  });
  if (!data) {
    if (isUnreadable(error)) {
      return <StateView icon="warning" title={t('config.unreadable')} role="alert" action={<Button onClick={() => void refetch()}>{t('config.again')}</Button>} />;
    }
    return error ? <Failure error={error} onRetry={() => void refetch()} /> : <Loading rows={6} />;
  }
  const nameOf = (pin: number) => inputName(t, pin, config.alerts.find((entry) => entry.pin === pin)?.pin_name);
  return (
    <>
      <p className="t2 cfg-about">{t('config.uploadText')}</p>
      <UploadState settings={data} />
      <SwitchedOff settings={data} may={may && !isPending} onAgain={mutate} nameOf={nameOf} />
      <UploadTable settings={data} nameOf={nameOf} busy={asked} disabled={!may || isPending} why={may ? undefined : t('config.mayNot')} onChange={mutate} />
      {isAdminUser ? (
        <details className="cfg-raw">
          <summary>{t('config.raw')}</summary>
          <pre className="mono">{JSON.stringify(data.configs, null, 2)}</pre>
        </details>
      ) : null}
    </>
  );
}

/** The key of a setting. */
const keyOf = ({ attribute, pin }: Pick<ChosenConfig, 'attribute' | 'pin'>) => (attribute === 'imu' ? 'imu' : `io|${pin[0] ?? '*'}`);

interface SwitchedOffProps {
  settings: DeviceSettings;
  may: boolean;
  onAgain: (chosen: ChosenConfig) => void;
  nameOf: (pin: number) => string;
}

/** Says what the system has switched off, and switches it on again. */
function SwitchedOff({ settings, may, onAgain, nameOf }: SwitchedOffProps) {
  const t = useText('alerts');
  const format = useFormat();
  return settings.configs
    .filter(({ disabled_by_system }) => disabled_by_system)
    .map((one) => {
      const name = one.attribute === 'imu' ? t('config.ofDriving') : nameOf(one.pin?.[0] ?? 0);
      return (
        <div key={one.key} className="cfg-off" role="status">
          <Icon name="warning" />
          <p className="grow">{t('config.switchedOff', { name, time: one.disabled_at ? format.dateTime(one.disabled_at) : '' })}</p>
          <Button size="small" disabled={!may} onClick={() => onAgain({ ...one, pin: one.pin ?? [], video_channels: one.video_channels ?? ['*'] })}>
            {t('config.switchOn')}
          </Button>
        </div>
      );
    });
}

import { Denied, Failure, Loading, Segment, StateView, useText, usePermission, type VehicleTabProps } from '@outrider/sdk';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { configKey, readConfig } from './api';
import { DrivingPanel } from './driving-panel';
import { InputsPanel } from './inputs-panel';
import { RecipientsPanel } from './recipients-panel';
import { UploadPanel } from './upload-panel';

import './config.css';

const panels = ['driving', 'inputs', 'upload', 'recipients'] as const;

/** The tab of a vehicle on which its alerts are configured. */
export function AlertConfigTab({ vehicleId, deviceId, isAdminUser }: VehicleTabProps) {
  const t = useText('alerts');
  const [shown, setShown] = useState<(typeof panels)[number]>('driving');
  const { data, error, refetch, isFetching } = useQuery({ queryKey: configKey(vehicleId), queryFn: ({ signal }) => readConfig(vehicleId, signal) });
  if (!usePermission('viewAlertEmailList')) {
    return <Denied />;
  }
  if (!data) {
    return error ? <Failure error={error} onRetry={() => void refetch()} /> : <Loading rows={8} />;
  }
  return (
    <div className="cfg">
      <div className="seg cfg-seg" role="group" aria-label={t('config.parts')}>
        {panels.map((one) => (
          <Segment key={one} isOn={one === shown} onClick={() => setShown(one)}>
            {t(`config.part.${one}`)}
          </Segment>
        ))}
      </div>
      <section aria-label={t(`config.part.${shown}`)}>
        {shown === 'driving' ? <DrivingPanel config={data} isLoading={isFetching} /> : null}
        {shown === 'inputs' ? <InputsPanel config={data} isLoading={isFetching} deviceId={deviceId} /> : null}
        {shown === 'upload' ? (
          deviceId ? <UploadPanel config={data} deviceId={deviceId} isAdminUser={isAdminUser} /> : <StateView icon="camera" title={t('config.noDevice')}>{t('config.noDeviceText')}</StateView>
        ) : null}
        {shown === 'recipients' ? <RecipientsPanel config={data} /> : null}
      </section>
    </div>
  );
}

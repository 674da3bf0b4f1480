import { usePermission, useText, type TextKey } from '@outrider/sdk';

import type { VehicleConfig } from './api';
import { SpeedingTry } from './speeding-try';
import { ThresholdField } from './threshold-field';
import { Toggle } from './toggle';
import { useChange } from './use-change';

interface DrivingPanelProps {
  config: VehicleConfig;
  isLoading: boolean;
}

/** Which driving alerts a vehicle raises, and from which force or certainty on. */
export function DrivingPanel({ config, isLoading }: DrivingPanelProps) {
  const t = useText('alerts');
  const may = usePermission('editAlertConfig');
  const { mutate, isPending } = useChange(config);
  const isLocked = !may || isPending || isLoading;
  return (
    <>
      <p className="t2 cfg-about">{t('config.drivingText')}</p>
      <ul className="cfg-rows">
        {config.alerts.filter(({ pin }) => pin === 0).map((entry) => {
          const name = entry.label ?? t(`config.kind.${entry.alert_type}` as TextKey<'alerts'>);
          return (
            <li key={entry.alert_type} className="cfg-row">
              <Toggle
                label={name}
                on={entry.enabled}
                disabled={isLocked}
                why={may ? undefined : t('config.mayNot')}
                onChange={(enabled) => mutate([{ alert_type: entry.alert_type, pin: 0, enabled }])}
              >
                <span className="grow">{name}</span>
              </Toggle>
              {entry.unit ? (
                <ThresholdField
                  label={t('config.thresholdOf', { name })}
                  entry={entry}
                  disabled={isLocked || !entry.enabled}
                  onChange={(threshold) => mutate([{ alert_type: entry.alert_type, pin: 0, enabled: entry.enabled, threshold }])}
                />
              ) : null}
            </li>
          );
        })}
      </ul>
      <SpeedingTry vehicleId={config.vehicle_id} threshold={config.alerts.find(({ alert_type }) => alert_type === 'speedingalert')?.threshold ?? 0} />
    </>
  );
}

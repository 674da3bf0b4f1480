import { usePermission, useText } from '@outrider/sdk';

import { inputName } from '../alert/input-name';
import type { Entry, VehicleConfig } from './api';
import { Toggle } from './toggle';
import { useChange } from './use-change';
import { useSavedText } from './use-saved-text';

interface InputsPanelProps {
  config: VehicleConfig;
  isLoading: boolean;
  deviceId: string | undefined;
}

/** Which inputs of a vehicle raise alerts, and what they are called. */
export function InputsPanel({ config, isLoading, deviceId }: InputsPanelProps) {
  const t = useText('alerts');
  const may = usePermission('editAlertConfig');
  const { mutate, isPending } = useChange(config);
  const isLocked = !may || isPending || isLoading || !deviceId;
  const why = !may ? t('config.mayNot') : deviceId ? undefined : t('config.noDevice');
  return (
    <>
      <p className="t2 cfg-about">{t('config.inputsText')}</p>
      {deviceId ? null : <p className="cfg-note" role="status">{t('config.noDevice')}</p>}
      <ul className="cfg-rows">
        {config.alerts.filter(({ pin }) => pin > 0).map((entry) => (
          <li key={entry.pin} className="cfg-row">
            <Toggle
              label={t('config.inputOn', { name: inputName(t, entry.pin, entry.pin_name) })}
              on={entry.enabled}
              disabled={isLocked}
              why={why}
              onChange={(enabled) => mutate([{ alert_type: entry.alert_type, pin: entry.pin, enabled }])}
            >
              <span className="cfg-pin num">{entry.pin}</span>
            </Toggle>
            <NameField
              entry={entry}
              disabled={!may || isPending}
              onChange={(pin_name) => mutate([{ alert_type: entry.alert_type, pin: entry.pin, enabled: entry.enabled, pin_name }])}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

/** What an input is called; empty gives it back its number. */
function NameField({ entry, disabled, onChange }: { entry: Entry; disabled: boolean; onChange: (name: string) => void }) {
  const t = useText('alerts');
  const { field } = useSavedText(inputName(t, entry.pin, entry.pin_name), (name) => {
    onChange(name);
    return undefined;
  });
  return <input className="cfg-name" aria-label={t('config.nameOf', { pin: entry.pin })} maxLength={60} disabled={disabled} {...field} />;
}

import { contributedAlertTypes, Segment, useManifestText, useText, type TextKey } from '@outrider/sdk';

import type { ManyChanges } from './apply-to-many';
import { Choice } from './choice';
import { mailedKinds } from './kinds';
import { RecipientsEditor } from './recipients-editor';

interface ManyFieldsProps {
  changes: ManyChanges;
  disabled: boolean;
  onChange: (changes: ManyChanges) => void;
}

/** What can be changed on several vehicles; everything begins at "as it is". */
export function ManyFields({ changes, disabled, onChange }: ManyFieldsProps) {
  const t = useText('alerts');
  const text = useManifestText();
  const kinds = [
    ...[...mailedKinds, 'imu_harsh_acceleration', 'imu_bump'].map((id) => ({ id, label: t(`config.kind.${id}` as TextKey<'alerts'>) })),
    ...contributedAlertTypes().map(({ id, title }) => ({ id, label: text(title) })),
  ];
  return (
    <div className="cfg-bulk">
      <fieldset disabled={disabled}>
        <legend>{t('config.part.upload')}</legend>
        {(['imu', 'io'] as const).map((attribute) => (
          <Choice
            key={attribute}
            label={t(attribute === 'imu' ? 'config.ofDriving' : 'config.ofAllInputs')}
            value={changes.upload[attribute]}
            onChange={(value) => onChange({ ...changes, upload: changed(changes.upload, attribute, value) })}
          />
        ))}
      </fieldset>
      <fieldset disabled={disabled}>
        <legend>{t('config.part.driving')}</legend>
        {kinds.map(({ id: kind, label }) => (
          <Choice key={kind} label={label} value={changes.enabled[kind]} onChange={(value) => onChange({ ...changes, enabled: changed(changes.enabled, kind, value) })} />
        ))}
      </fieldset>
      <fieldset disabled={disabled}>
        <legend>{t('config.part.recipients')}</legend>
        <div className="seg" role="group" aria-label={t('config.how')}>
          {(['add', 'replace'] as const).map((how) => (
            <Segment key={how} isOn={how === changes.how} onClick={() => onChange({ ...changes, how })}>
              {t(`config.${how}`)}
            </Segment>
          ))}
        </div>
        <RecipientsEditor lists={changes.lists} nameOf={(pin) => t('config.input', { pin })} disabled={disabled} onChange={(lists) => onChange({ ...changes, lists })} />
      </fieldset>
    </div>
  );
}

/** `all` with `value` for `key`, or without it. */
function changed<T extends Partial<Record<string, boolean>>>(all: T, key: string, value: boolean | undefined): T {
  const others = Object.entries(all).filter(([name]) => name !== key);
  return Object.fromEntries(value === undefined ? others : [...others, [key, value]]) as T;
}

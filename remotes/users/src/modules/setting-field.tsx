import { useFormat, useManifestText, useText } from '@outrider/sdk';
import { NumberField, Password, Select, Switch, TextField } from '@outrider/sdk/inputs';

import type { Setting } from '../api/modules';

interface SettingFieldProps {
  name: string;
  setting: Setting;
  isRequired: boolean;
  /** Since when a secret is set. */
  setAt: string | undefined;
}

/** The field of one setting, by its type. */
export function SettingField({ name, setting, isRequired, setAt }: SettingFieldProps) {
  const t = useText('users');
  const text = useManifestText();
  const format = useFormat();
  const help = setting['x-help'] ? text(setting['x-help']) : undefined;
  const secretHelp = setAt ? t('modules.secretSet', { date: format.date(setAt) }) : t('modules.secret');
  const hint = setting.writeOnly ? [help, secretHelp].filter(Boolean).join(' ') : help;
  const common = { name: `values.${name}`, label: text(setting['x-title']), required: isRequired && !setAt, ...(hint ? { hint } : {}) };
  const choices = setting['x-choices'] ?? {};
  if (setting.type === 'boolean') {
    return <Switch {...common} />;
  }
  if (setting.type !== 'string') {
    return <NumberField {...common} digits={setting.type === 'integer' ? 0 : 3} {...(setting['x-unit'] ? { unit: text(setting['x-unit']) } : {})} />;
  }
  if (setting.writeOnly) {
    return <Password {...common} purpose="repeat" />;
  }
  if (setting.enum) {
    return <Select {...common} options={setting.enum.map((value) => ({ value, label: text(choices[value] ?? { en: value }) }))} />;
  }
  return <TextField {...common} {...(setting.maxLength ? { maxLength: setting.maxLength } : {})} />;
}

import { fieldText, manifestText, type Format } from '@outrider/sdk';

import type { Alert } from '../api/alert';
import { declaredType } from './looks';

/** What the type of a raised alert declares, as label and value: the thing that it is about, then its values; a value that is not known is undefined. */
export function raisedLines(format: Format, { alert_type, about, values, zone }: Alert): [string, string | undefined][] {
  const declared = declaredType(alert_type);
  if (!declared) {
    return [];
  }
  return [
    ...(declared.about && about?.name ? [[manifestText(declared.about), about.name] as [string, string]] : []),
    ...declared.values.map((field): [string, string | undefined] => [manifestText(field.label), fieldText(format, field, values?.[field.key], zone || undefined)]),
  ];
}
